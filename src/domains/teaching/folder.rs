//! The output folder of an exercise: its ledger, and the files that people look at.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::code::Code;
use crate::error::{Error, Reason};
use crate::escape::json_safe;
use crate::hard_links::has_other_names;

const LEDGER: &str = "ledger.sqlite3";
const NEW: &str = ".new-";
const FILES: [&str; 3] = [Folder::PROPOSAL, Folder::TRACE, Folder::RUNS];

/// The largest file that is read back, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// An output folder. Nothing is read or written through a link.
///
/// A file is written beside its place and then put there, so that it is whole or as it was before,
/// and a link in its place is replaced, not followed. One that is added to is refused where it is
/// a link of any kind.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// What is proposed, for people to read before they agree to it.
    pub const PROPOSAL: &'static str = "proposal.json";
    /// The latest command's outcome, and the run's trace.
    pub const TRACE: &'static str = "trace.json";
    /// Every command's outcome, one a line.
    pub const RUNS: &'static str = "runs.jsonl";

    /// Opens a folder; where there is none, makes it.
    ///
    /// # Errors
    /// [`Error`]: `foreign_folder` where it is a link, is no folder, or holds something other than
    /// an exercise; `file_failed`.
    pub fn create(path: &Path) -> Result<Folder, Error> {
        let folder = Folder::made(path)?;
        folder.check()?;
        Ok(folder)
    }

    /// Makes a folder that may hold other things as well, where there is none, and checks that it is one.
    ///
    /// # Errors
    /// [`Error`]: `foreign_folder` where it is a link, or is no folder; `file_failed`.
    pub fn create_among_others(path: &Path) -> Result<(), Error> {
        Folder::made(path)?.check_kind()
    }

    /// Opens a folder as [`create`](Folder::create) would; where there is none, it is `None`, and none
    /// is made.
    ///
    /// # Errors
    /// As [`create`](Folder::create).
    pub fn open_if_there(path: &Path) -> Result<Option<Folder>, Error> {
        let folder = Folder::named(path);
        if !folder.is_there()? {
            return Ok(None);
        }
        folder.check()?;
        Ok(Some(folder))
    }

    /// Opens a folder in which an exercise was run.
    ///
    /// # Errors
    /// As [`create`](Folder::create); `unknown_run` where no exercise was run in it.
    pub fn open(path: &Path) -> Result<Folder, Error> {
        let folder = Folder::named(path);
        if !is_file(&folder.ledger()) {
            let detail = format!("{}: no exercise was run in it", folder.path.display());
            return Err(Error::Refusal(Reason { code: Code::UNKNOWN_RUN, detail }));
        }
        folder.check()?;
        Ok(folder)
    }

    /// The name without a slash at its end, which would look through a link.
    fn named(path: &Path) -> Folder {
        let path: PathBuf = path.components().collect();
        Folder { path: if path.as_os_str().is_empty() { PathBuf::from(".") } else { path } }
    }

    fn made(path: &Path) -> Result<Folder, Error> {
        let folder = Folder::named(path);
        if !folder.is_there()? {
            fs::create_dir_all(&folder.path).map_err(|error| folder.failed("", &error))?;
        }
        Ok(folder)
    }

    /// Whether there is anything of that name; a link that leads nowhere is something, too.
    fn is_there(&self) -> Result<bool, Error> {
        match fs::symlink_metadata(&self.path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed("", &error)),
        }
    }

    fn check(&self) -> Result<(), Error> {
        self.check_kind()?;
        if is_file(&self.ledger()) {
            return Ok(());
        }
        for entry in fs::read_dir(&self.path).map_err(|error| self.failed("", &error))? {
            let name = entry.map_err(|error| self.failed("", &error))?.file_name();
            let name = name.to_string_lossy();
            if !FILES.contains(&name.as_ref())
                && !name.starts_with(NEW)
                && !name.starts_with(LEDGER)
            {
                return Err(self.foreign(&format!("holds {name}, and no exercise")));
            }
        }
        Ok(())
    }

    fn check_kind(&self) -> Result<(), Error> {
        let about = fs::symlink_metadata(&self.path).map_err(|error| self.failed("", &error))?;
        if about.is_symlink() {
            return Err(self.foreign("is a link"));
        }
        if !about.is_dir() {
            return Err(self.foreign("is not a folder"));
        }
        Ok(())
    }

    /// Where the ledger is.
    #[must_use]
    pub fn ledger(&self) -> PathBuf {
        self.path.join(LEDGER)
    }

    /// Whether there is anything where the ledger would be.
    pub(crate) fn has_ledger(&self) -> bool {
        fs::symlink_metadata(self.ledger()).is_ok()
    }

    /// Reads one of the files; `None` where there is none.
    ///
    /// # Errors
    /// [`Error`] with `file_failed`, also where it is a link or larger than 1 MiB.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let place = self.path.join(name);
        let about = match fs::symlink_metadata(&place) {
            Ok(about) => about,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(name, &error)),
        };
        if !about.is_file() || about.len() > MAX_BYTES {
            return Err(self.failed(name, &"is not a file of at most 1 MiB"));
        }
        let mut bytes = Vec::new();
        let file = File::open(&place).map_err(|error| self.failed(name, &error))?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| self.failed(name, &error))?;
        Ok(Some(bytes))
    }

    /// A document as it is written: several lines of JSON, whatever is hidden in it escaped.
    ///
    /// # Errors
    /// [`Error`] with `output_failed` where the value can not be written as JSON.
    pub fn document<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
        let mut text = serde_json::to_string_pretty(value).map_err(unprintable)?;
        text.push('\n');
        Ok(json_safe(&text).into_owned().into_bytes())
    }

    /// Writes one of the files anew.
    ///
    /// # Errors
    /// [`Error`] with `file_failed`.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let (place, new) = (self.path.join(name), self.path.join(format!("{NEW}{name}")));
        let written = remove(&new)
            .and_then(|()| OpenOptions::new().write(true).create_new(true).open(&new))
            .and_then(|mut file| file.write_all(bytes))
            .and_then(|()| fs::rename(&new, &place));
        written.map_err(|error| self.failed(name, &error))
    }

    /// Adds a document to one of the files, on a line of its own: also after one that a command
    /// which was killed, or a full disk, has cut off.
    ///
    /// # Errors
    /// [`Error`] with `file_failed`, also where it is a link, or a file that has another name as
    /// well; `output_failed`.
    pub fn append<T: Serialize>(&self, name: &str, value: &T) -> Result<(), Error> {
        let line = serde_json::to_string(value).map_err(unprintable)?;
        let line = json_safe(&line);
        let place = self.path.join(name);
        let is_another = || fs::symlink_metadata(&place).is_ok_and(|about| !about.is_file());
        if is_another() {
            return Err(self.failed(name, &"is a link, or no file"));
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(&place);
        let mut file = file.map_err(|error| self.failed(name, &error))?;
        // Looked at once more before anything is written: something may have been put there.
        if is_another() {
            return Err(self.failed(name, &"is a link, or no file"));
        }
        let about = file.metadata().map_err(|error| self.failed(name, &error))?;
        if has_other_names(&about) {
            return Err(self.failed(name, &"has another name as well"));
        }
        let added = ends_its_line(&mut file).and_then(|ended| {
            let start = if ended { "" } else { "\n" };
            file.write_all(format!("{start}{line}\n").as_bytes())
        });
        added.map_err(|error| self.failed(name, &error))
    }

    fn failed(&self, name: &str, error: &dyn std::fmt::Display) -> Error {
        let place = self.path.join(name);
        let detail = format!("{}: {error}", place.display());
        Error::FileFailed(Reason { code: Code::FILE_FAILED, detail })
    }

    /// A refusal of the folder.
    pub(crate) fn foreign(&self, why: &str) -> Error {
        let detail = format!("{}: {why}", self.path.display());
        Error::Refusal(Reason { code: Code::FOREIGN_FOLDER, detail })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn unprintable(error: serde_json::Error) -> Error {
    Error::FileFailed(Reason { code: Code::OUTPUT_FAILED, detail: error.to_string() })
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

/// Whether what is added next begins on a line of its own.
fn ends_its_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// What a command that was killed has left.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
