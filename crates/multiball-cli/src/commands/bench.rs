//! `bench`: speed and accuracy compared with other programs, in one run of the program `multiball-bench`.

use std::env;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use multiball_bench::{Errors, GROUPS, Lengths, Report};

use crate::args::{Bench, Common};
use crate::failure::Failure;
use crate::show::{Align, Table, print_message, print_report, progress_bar};

/// The program that measures. It is apart because the peers would make every build longer.
const PROGRAM: &str = "multiball-bench";

pub(crate) fn run(bench: &Bench, common: &Common) -> Result<(), Failure> {
    let report = measured(&program()?, bench).map_err(|why| Failure::NoAnswer(format!("{PROGRAM}: {why}")))?;
    print_report(&Shown(report), common.json)
}

/// Path of the program. It is built anew when the sources are there, because a binary in a target folder may be out of
/// date.
fn program() -> Result<PathBuf, Failure> {
    let own = env::current_exe().and_then(|path| path.canonicalize());
    let own = own.map_err(|error| Failure::NoAnswer(format!("where multiball itself is cannot be found: {error}")))?;
    let file = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let here = env::current_dir().unwrap_or_default();
    if let Some(target) = target_folder(&own)
        && let Some(checkout) = [&own, &here].into_iter().find_map(|path| checkout_above(path))
    {
        build(checkout, target)?;
        return Ok(target.join("release").join(file));
    }
    match own.with_file_name(&file) {
        sibling if sibling.is_file() => Ok(sibling),
        _ => Err(Failure::input(format!(
            "bench needs the program {PROGRAM} next to multiball: build it from multiball's sources with \
             `cargo build --release --package {PROGRAM} --features peers`"
        ))),
    }
}

/// The folder that cargo built an executable in.
fn target_folder(executable: &Path) -> Option<&Path> {
    executable.ancestors().skip(1).take(4).find(|folder| folder.join("CACHEDIR.TAG").is_file())
}

/// The nearest folder above that holds multiball's sources.
fn checkout_above(path: &Path) -> Option<&Path> {
    path.ancestors().find(|folder| folder.join("crates").join(PROGRAM).join("Cargo.toml").is_file())
}

fn build(checkout: &Path, target: &Path) -> Result<(), Failure> {
    print_message(&format!("building {PROGRAM} with cargo, if it is not up to date"));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--locked", "--quiet", "--package", PROGRAM, "--features", "peers"])
        .arg("--manifest-path")
        .arg(checkout.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    match built {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::NoAnswer(format!("{PROGRAM} was not built: cargo ended with {status}"))),
        Err(error) => Err(Failure::input(format!("{PROGRAM} was not built: cargo cannot be run: {error}"))),
    }
}

/// Runs the program and reads its report. Each empty line before it is one group done.
fn measured(program: &Path, bench: &Bench) -> Result<Report, String> {
    let groups = if bench.only.is_empty() { GROUPS.map(String::from).to_vec() } else { bench.only.clone() };
    let mut child = Command::new(program)
        .args(bench.quick.then_some("--quick"))
        .args(["--only", &groups.join(",")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut out = BufReader::new(child.stdout.take().ok_or("it has no standard output")?);
    let bar = progress_bar(groups.len() as u64, "measuring");
    let mut text = String::new();
    while out.read_line(&mut text).map_err(|error| error.to_string())? == 1 {
        bar.inc(1);
    }
    out.read_to_string(&mut text).map_err(|error| error.to_string())?;
    bar.finish_and_clear();
    let status = child.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("it ended with {status}"));
    }
    serde_json::from_str(&text).map_err(|error| format!("its report cannot be read: {error}"))
}

/// A report as text.
#[derive(Debug, serde::Serialize)]
#[serde(transparent)]
struct Shown(Report);

/// A duration with a unit that suits it.
fn duration(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} us", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}

/// Median and 99th percentile of distances from the truth.
fn metres(Errors { median, p99 }: Errors) -> String {
    format!("{median:.0e} m (99 %: {p99:.0e} m)")
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&[
            ("what", Align::Left),
            ("ours", Align::Right),
            ("per second", Align::Right),
            ("peer", Align::Left),
            ("its time", Align::Right),
            ("ratio", Align::Right),
        ]);
        let mut errors = Table::new(&[("median error", Align::Left), ("ours", Align::Left), ("peer's", Align::Left)]);
        let mut lengths = Table::new(&[("mean length", Align::Left), ("ours", Align::Right), ("peer's", Align::Right)]);
        for row in &self.0.rows {
            if let Some(Lengths { ours, peer }) = row.lengths_m {
                lengths.row([row.name.clone(), format!("{ours:.2} m"), format!("{peer:.2} m")]);
            }
            table.row([
                row.name.clone(),
                duration(row.ours_ns),
                format!("{:.0}", 1e9 / row.ours_ns),
                row.peer.clone().unwrap_or_default(),
                row.peer_ns.map(duration).unwrap_or_default(),
                row.ratio.map(|ratio| format!("{ratio:.1}")).unwrap_or_default(),
            ]);
            if let Some(ours) = row.ours_error_m {
                let peer = row.peer_error_m.map(metres).unwrap_or_default();
                errors.row([row.peer.clone().unwrap_or_default(), metres(ours), peer]);
            }
        }
        write!(f, "{table}")?;
        if self.0.rows.iter().any(|row| row.ours_error_m.is_some()) {
            write!(f, "\n{errors}")?;
        }
        if self.0.rows.iter().any(|row| row.lengths_m.is_some()) {
            write!(f, "\n{lengths}")?;
        }
        writeln!(f, "\n  ratio = peer / ours, same run; above 1 we are faster")?;
        self.0.notes.iter().try_for_each(|note| writeln!(f, "  {note}"))
    }
}
