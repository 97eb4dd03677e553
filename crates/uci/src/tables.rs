//! Syzygy's tables of endings, from files.
//!
//! Which tables there are is looked at once; a table is opened when a position needs it. A file that turns out to
//! be broken is complained of once, with the place where it was read, and counts as missing from then on.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs, io,
    io::Read as _,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use qaissa_engine::{Tables, Wdl};
use qaissa_words::{Message, msg};
use shakmaty::{Chess, Move, Position as _};
use shakmaty_syzygy::{
    Metric, ProbeError, SyzygyError, TableType, Tablebase,
    filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint},
};

use crate::file;

/// Where each opened file was read last.
type Places = Arc<Mutex<BTreeMap<PathBuf, Arc<AtomicU64>>>>;

/// Tables of endings in the format of Syzygy.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    files: BTreeSet<PathBuf>,
    places: Places,
    told: Mutex<BTreeMap<PathBuf, Option<Message>>>,
}

impl Syzygy {
    /// All tables in the folders of a path, which are separated as the platform does it. What cannot be used is
    /// left out and complained of.
    pub fn open(path: &str) -> (Syzygy, Vec<Message>) {
        let places = Places::default();
        let watched = Watched {
            system: OsFilesystem::new(),
            places: Arc::clone(&places),
        };
        let mut syzygy = Syzygy {
            tables: Tablebase::with_filesystem(Arc::new(watched)),
            files: BTreeSet::new(),
            places,
            told: Mutex::default(),
        };
        let mut complaints = Vec::new();
        for folder in env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            match fs::read_dir(&folder) {
                Ok(entries) => {
                    let mut files: Vec<PathBuf> =
                        entries.flatten().map(|entry| entry.path()).collect();
                    files.sort();
                    let added = files.into_iter().map(|file| syzygy.add(file));
                    complaints.extend(added.filter_map(Result::err));
                }
                Err(error) => complaints.push(unreadable(&folder, &error)),
            }
        }
        (syzygy, complaints)
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// What turned out to be wrong since the last time this was asked.
    pub fn complaints(&self) -> Vec<Message> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.values_mut().filter_map(Option::take).collect()
    }

    /// Adds a file, if it is a table by its name.
    fn add(&mut self, path: PathBuf) -> Result<(), Message> {
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rtbw") => <Chess as shakmaty_syzygy::Syzygy>::TBW,
            Some("rtbz") => <Chess as shakmaty_syzygy::Syzygy>::TBZ,
            _ => return Ok(()),
        };
        check_beginning(&path, &kind)?;
        match self.tables.add_file(&path) {
            Ok(()) => {
                self.files.insert(path);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                let bytes = fs::metadata(&path).map_or(0, |about| about.len());
                Err(file::fault(&path, msg!("uci-table-size", bytes = bytes)))
            }
            Err(error) => Err(unreadable(&path, &error)),
        }
    }

    /// What a probe found. What it stumbled over is kept, once for each file.
    fn found<T>(&self, result: Result<T, SyzygyError>) -> Option<T> {
        let error = match result {
            Ok(found) => return Some(found),
            Err(error) => error,
        };
        if let SyzygyError::ProbeFailed {
            metric,
            material,
            error,
        } = error
        {
            let name = format!(
                "{material}.{}",
                match metric {
                    Metric::Wdl => "rtbw",
                    Metric::Dtz => "rtbz",
                }
            );
            let path = self.files.iter().find(|path| path.ends_with(&name));
            let path = path.cloned().unwrap_or_else(|| PathBuf::from(&name));
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.entry(path.clone()).or_insert_with(|| {
                Some(match *error {
                    ProbeError::Read { error } => unreadable(&path, &error),
                    _ => file::fault(&path, msg!("uci-table-broken", place = self.place(&path))),
                })
            });
        }
        None
    }

    fn place(&self, path: &Path) -> u64 {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places
            .get(path)
            .map_or(0, |place| place.load(Ordering::Relaxed))
    }

    /// How many plies the next capture or pawn move is away after a move, seen from the side that makes it: few is good if it wins.
    fn distance(&self, position: &Chess, mv: Move) -> i32 {
        let after = after(position, mv);
        if after.is_checkmate() {
            return 0;
        }
        if mv.is_zeroing() {
            return 1;
        }
        // Without this table every move is as good as the other.
        let found = self.found(self.tables.probe_dtz(&after));
        found.map_or(1, |dtz| {
            dtz.ignore_rounding().0.saturating_abs().saturating_add(1)
        })
    }
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

impl Tables for Syzygy {
    fn pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    fn wdl(&self, position: &Chess) -> Option<Wdl> {
        self.found(self.tables.probe_wdl_after_zeroing(position))
            .map(worth)
    }

    fn best_moves(&self, position: &Chess) -> Option<(Wdl, Vec<Move>)> {
        let best = self.wdl(position)?;
        let mut kept: Vec<(i32, Move)> = Vec::new();
        for mv in position.legal_moves() {
            let replies = self.wdl(&after(position, mv))?;
            if opposite(replies) == best {
                kept.push((self.distance(position, mv), mv));
            }
        }
        match best {
            Wdl::Win | Wdl::CursedWin => kept.sort_by_key(|(plies, _)| *plies),
            Wdl::Loss | Wdl::BlessedLoss => kept.sort_by_key(|(plies, _)| -plies),
            Wdl::Draw => {}
        }
        Some((best, kept.into_iter().map(|(_, mv)| mv).collect()))
    }
}

fn worth(wdl: shakmaty_syzygy::Wdl) -> Wdl {
    match wdl {
        shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
        shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
        shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
        shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
        shakmaty_syzygy::Wdl::Win => Wdl::Win,
    }
}

const fn opposite(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::Loss => Wdl::Win,
        Wdl::BlessedLoss => Wdl::CursedWin,
        Wdl::Draw => Wdl::Draw,
        Wdl::CursedWin => Wdl::BlessedLoss,
        Wdl::Win => Wdl::Loss,
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Message {
    msg!(
        "file-error",
        file = file::shown(path),
        error = error.to_string()
    )
}

/// A table begins with four bytes that say so.
fn check_beginning(path: &Path, kind: &TableType) -> Result<(), Message> {
    let mut first = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut first));
    match read {
        Ok(()) if first == kind.magic => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(unreadable(path, &error)),
        _ => Err(file::fault(path, msg!("uci-table-broken", place = 0_u64))),
    }
}

/// The files of the machine, with a note where each was read last.
struct Watched {
    system: OsFilesystem,
    places: Places,
}

impl Filesystem for Watched {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let file = self.system.open(path)?;
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(places.entry(path.to_owned()).or_default());
        Ok(Box::new(WatchedFile { file, place }))
    }
}

struct WatchedFile {
    file: Box<dyn RandomAccessFile>,
    place: Arc<AtomicU64>,
}

impl RandomAccessFile for WatchedFile {
    fn read_at(&self, buf: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        self.place.store(offset, Ordering::Relaxed);
        self.file.read_at(buf, offset, hint)
    }
}
