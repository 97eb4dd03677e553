//! Where programs are: what has a slash is a path, a bare name is looked up in `PATH` and then where Debian keeps games.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use super::ClientError;

const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The file that a path or a bare name stands for.
pub(super) fn program(name: &str) -> Result<PathBuf, ClientError> {
    let missing = || ClientError::NotFound {
        program: name.to_owned(),
    };
    if name.contains('/') {
        let path = PathBuf::from(name);
        return path.exists().then_some(path).ok_or_else(missing);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(GAMES.into_iter().map(PathBuf::from));
    folders
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
        .ok_or_else(missing)
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.is_file())
}
