//! Games to learn from, in a folder: each file holds the positions of fifty of them, and is written when they are done.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use indicatif::ProgressBar;
use qaissa_words::msg;
use rayon::prelude::*;

use super::{unusable, write};
use crate::answer::{Failure, styled};
use qaissa_uci::file;

const GAMES_A_FILE: u64 = 50;

/// Games in a folder.
pub(super) struct Games<'g> {
    pub(super) folder: &'g Path,
    pub(super) count: u64,
    pub(super) seed: u64,
    /// How many at a time; as many as there are processors if not given.
    pub(super) concurrency: Option<NonZeroUsize>,
}

impl Games<'_> {
    fn file(&self, number: u64) -> PathBuf {
        self.folder.join(format!("games-{number:06}.txt"))
    }

    /// The files of these games.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let chunks = self.count.div_ceil(GAMES_A_FILE);
        (0..chunks).map(|number| self.file(number)).collect()
    }

    /// Makes the folder, and refuses to mix games of different kinds in it.
    pub(super) fn settle(&self, settings: &str) -> Result<(), Failure> {
        fs::create_dir_all(self.folder).map_err(|error| unusable(self.folder, &error))?;
        let path = self.folder.join("games.settings");
        match fs::read_to_string(&path) {
            Ok(found) if found == settings => Ok(()),
            Ok(_) => {
                let folder = self.folder.display().to_string();
                Err(Failure::Input(msg!("tune-other-games", folder = folder)))
            }
            Err(_) => write(&path, settings.as_bytes()),
        }
    }

    /// Plays the games that are still missing. Every thread has a player of its own, which makes the lines of a game from its seed.
    pub(super) fn play<P>(
        &self,
        player: impl Fn() -> Result<P, Failure> + Sync,
        game: impl Fn(&mut P, u64) -> Result<String, Failure> + Sync,
    ) -> Result<(), Failure> {
        let chunks = self.count.div_ceil(GAMES_A_FILE);
        let missing: Vec<u64> = (0..chunks)
            .filter(|number| !self.file(*number).exists())
            .collect();
        let bar = ProgressBar::new(missing.len() as u64 * GAMES_A_FILE);
        let bar = styled(bar, "games {bar:30} {pos}/{len} {per_sec} {eta}");
        let next = AtomicU64::new(0);
        let failed = Mutex::new(None);
        let count = self.concurrency.or(thread::available_parallelism().ok());
        let work = || -> Result<(), Failure> {
            let mut player = player()?;
            while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                let mut text = String::new();
                for at in number * GAMES_A_FILE..(number + 1) * GAMES_A_FILE {
                    let seed = self.seed.wrapping_shl(32).wrapping_add(at);
                    text.push_str(&game(&mut player, seed)?);
                    bar.inc(1);
                }
                write(&self.file(*number), text.as_bytes())?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            for _ in 0..count.map_or(1, NonZeroUsize::get) {
                scope.spawn(|| {
                    if let Err(failure) = work() {
                        failed.lock().map(|mut slot| slot.replace(failure)).ok();
                    }
                });
            }
        });
        bar.finish_and_clear();
        match failed.into_inner() {
            Ok(Some(failure)) => Err(failure),
            _ => Ok(()),
        }
    }
}

/// The files of games in a folder, in order.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| unusable(folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("games-") && name.ends_with(".txt"))
        })
        .collect();
    files.sort();
    Ok(files)
}

/// Reads the positions of files, each file by a reader of its own into something of its own. A line that is none is named.
pub(super) fn read<D: Default + Send, R: FnMut(&mut D, &str) -> Option<()>>(
    files: &[PathBuf],
    reader: impl Fn() -> R + Sync,
) -> Result<Vec<D>, Failure> {
    let bar = styled(
        ProgressBar::new(files.len() as u64),
        "positions {bar:30} {pos}/{len} {eta}",
    );
    let parts: Result<Vec<D>, Failure> = files
        .par_iter()
        .map(|path| {
            let text = fs::read_to_string(path).map_err(|error| unusable(path, &error))?;
            let mut data = D::default();
            let mut add = reader();
            for (at, line) in text.lines().enumerate() {
                add(&mut data, line).ok_or_else(|| {
                    let fault = msg!("tune-position-line", line = at + 1);
                    Failure::Input(file::fault(path, fault))
                })?;
            }
            bar.inc(1);
            Ok(data)
        })
        .collect();
    bar.finish_and_clear();
    parts
}
