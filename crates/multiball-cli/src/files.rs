//! Files that appear whole or not at all.

use std::fs;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::show::print_message;

/// Writes a file that a flag names. It appears whole or not at all, and a message on standard error says that it did.
pub(crate) fn write_whole(path: &Path, content: &str) -> Result<(), Failure> {
    write_named(&[(path.to_path_buf(), content)])
}

/// Writes several files that flags name: all or none.
pub(crate) fn write_named(files: &[(PathBuf, impl AsRef<[u8]>)]) -> Result<(), Failure> {
    write_all_whole(files)?;
    files.iter().for_each(|(path, _)| print_message(&format!("wrote {}", path.display())));
    Ok(())
}

/// Writes several files under temporary names next to their paths, and renames them when all are written.
pub(crate) fn write_all_whole(files: &[(PathBuf, impl AsRef<[u8]>)]) -> Result<(), Failure> {
    let parts: Vec<PathBuf> = files.iter().map(|(path, _)| part_of(path)).collect::<Result<_, _>>()?;
    let written = write_parts(files, &parts);
    if written.is_err() {
        // Best effort: the failure to report is the first one.
        parts.iter().for_each(|part| drop(fs::remove_file(part)));
    }
    written
}

fn write_parts(files: &[(PathBuf, impl AsRef<[u8]>)], parts: &[PathBuf]) -> Result<(), Failure> {
    for ((path, content), part) in files.iter().zip(parts) {
        check_free(path)?;
        let written = create_part(part).and_then(|mut file| file.write_all(content.as_ref()));
        written.map_err(|cause| failed(path, cause))?;
    }
    for ((path, _), part) in files.iter().zip(parts) {
        fs::rename(part, path).map_err(|cause| failed(path, cause))?;
    }
    Ok(())
}

/// A file that could not be written.
pub(crate) fn failed(path: &Path, cause: std::io::Error) -> Failure {
    Failure::Output { what: path.display().to_string(), cause }
}

/// Refuses a path for a file at which there is a folder.
fn check_free(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        Err(Failure::input(format!("cannot write {}: a folder is in its place", path.display())))
    } else {
        Ok(())
    }
}

/// Creates an empty file under its hidden name. What a killed run left there goes; a link is not followed.
pub(crate) fn create_part(part: &Path) -> std::io::Result<File> {
    match fs::remove_file(part) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => File::create_new(part),
    }
}

/// The hidden name under which a file is written first.
pub(crate) fn part_of(path: &Path) -> Result<PathBuf, Failure> {
    let Some(name) = path.file_name() else {
        return Err(Failure::input(format!("{}: not a file name", path.display())));
    };
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

/// Makes the folder that a flag names, unless it is there.
pub(crate) fn make_folder(flag: &str, path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        return Err(Failure::input(format!("{flag} {}: it is a file, but must be a folder", path.display())));
    }
    fs::create_dir_all(path)
        .map_err(|cause| Failure::input(format!("{flag} {}: the folder cannot be made: {cause}", path.display())))
}

/// Folders that were made for a run, the innermost first. Those that are empty when it ends are removed.
pub(crate) struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes the folder that a flag names and those around it, unless they are there.
    pub(crate) fn make(flag: &str, path: &Path) -> Result<Self, Failure> {
        let missing = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let made = Self(missing.map(Into::into).collect());
        make_folder(flag, path)?;
        Ok(made)
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        // Only an empty folder can be removed so.
        self.0.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

/// Refuses a folder with numbered images of another run, `<start><digits>.png`, that would stand among those about to
/// be written.
pub(crate) fn check_left_over(flag: &str, folder: &Path, start: &str, wanted: &[String]) -> Result<(), Failure> {
    // A folder that is not there has nothing in it.
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let numbered = |name: &String| {
        let digits = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(".png"));
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut others: Vec<String> = names.filter(|name| numbered(name) && !wanted.contains(name)).collect();
    others.sort();
    let which = match others.as_slice() {
        [] => return Ok(()),
        [one] => one.clone(),
        [first, .., last] => format!("{first} to {last}, {} files", others.len()),
    };
    Err(Failure::input(format!(
        "{flag} {}: {which} of an earlier run would stand among the new images; remove them or name another folder",
        folder.display()
    )))
}

/// Refuses a folder with files that would be replaced, unless its ground truth shows that this command made them:
/// photographs are not made again.
pub(crate) fn check_replaces_own(
    flag: &str,
    folder: &Path,
    (truth, begins): (&str, &str),
    wanted: &[String],
) -> Result<(), Failure> {
    let is_own = fs::read(folder.join(truth)).is_ok_and(|bytes| bytes.starts_with(begins.as_bytes()));
    let others = wanted.iter().map(String::as_str).chain([truth]);
    match others.filter(|_| !is_own).find(|name| folder.join(name).symlink_metadata().is_ok()) {
        None => Ok(()),
        Some(name) => Err(Failure::input(format!(
            "{flag} {}: {name} is there, and no {truth} of this command with it; it would be replaced: name another \
             folder",
            folder.display()
        ))),
    }
}

/// Reads a text file that the user named.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| {
        let what = match cause.kind() {
            ErrorKind::InvalidData => "it must be UTF-8 text".to_owned(),
            _ => cause.to_string(),
        };
        Failure::input(format!("cannot read {}: {what}", path.display()))
    })
}

/// Refuses a plot's path that does not end in `.svg`, or whose folder is missing.
pub(crate) fn check_svg(path: &Path) -> Result<(), Failure> {
    check_name("--plot", path, "svg")
}

/// Refuses the path of a file to write, before minutes of work: a wrong ending, a folder, or a folder that is missing
/// or not writable.
pub(crate) fn check_name(flag: &str, path: &Path, ending: &str) -> Result<(), Failure> {
    let shown = path.display();
    if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending)) {
        return Err(Failure::input(format!("{flag} {shown}: it must be a file name that ends in .{ending}")));
    }
    if path.is_dir() {
        return Err(Failure::input(format!("{flag}: cannot write {shown}: it is a folder, but must be a file")));
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(Failure::input(format!("{flag} {shown}: there is no folder {}", folder.display())))
        }
        _ => check_takes_files(flag, path),
    }
}

/// Checks whether a file can be created at a path, and leaves nothing there.
fn check_takes_files(flag: &str, path: &Path) -> Result<(), Failure> {
    let part = part_of(path)?;
    let tried = create_part(&part).and_then(|_| fs::remove_file(&part));
    tried.map_err(|cause| Failure::input(format!("{flag}: cannot write {}: {cause}", path.display())))
}
