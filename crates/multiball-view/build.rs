//! Builds the page with Node.js, where it is there, and lists its files for the program. Without it the program says how to get the page.

use std::env;
use std::fs;
use std::io;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What the page is made of, in `web/`. Nothing else is copied, and nothing is written there.
const SOURCES: [&str; 6] =
    ["index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "src"];
/// The oldest Node.js that the page's tools run on.
const LEAST_NODE: (u32, u32) = (20, 19);

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MULTIBALL_NO_PAGE");
    for source in SOURCES {
        println!("cargo::rerun-if-changed=web/{source}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let files = match page(&out) {
        Ok(files) => files,
        Err(why) => {
            println!("cargo::warning=the page is not built: {why}");
            Vec::new()
        }
    };
    list(&out, &files)
}

/// Builds the page; its files, or why there are none.
fn page(out: &Path) -> Result<Vec<PathBuf>, String> {
    if env::var_os("MULTIBALL_NO_PAGE").is_some_and(|value| value != "0") {
        return Ok(Vec::new());
    }
    // What documentation is made from needs no page.
    if env::var_os("DOCS_RS").is_some() {
        return Ok(Vec::new());
    }
    node_is_there()?;
    let web = out.join("web");
    copy_sources(&web).map_err(|error| format!("its sources cannot be copied: {error}"))?;
    install(&web)?;
    run(npm().args(["run", "--silent", "build"]).current_dir(&web), "npm run build")?;
    let mut files = Vec::new();
    collect(&web.join("dist"), &mut files).map_err(|error| format!("nothing was built: {error}"))?;
    files.sort();
    Ok(files)
}

fn node_is_there() -> Result<(), String> {
    let asked = Command::new("node").arg("--version").output();
    let version =
        asked.map_err(|_| "Node.js is not there; with Node.js 20.19 or newer and npm it will be".to_owned())?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let mut parts = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found < LEAST_NODE {
        return Err(format!("Node.js {version} is too old: 20.19 or newer is needed"));
    }
    Ok(())
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Installs the page's tools, once for each lock file.
fn install(web: &Path) -> Result<(), String> {
    let read = |path: &Path| fs::read(path).ok();
    let (lock, done) = (web.join("package-lock.json"), web.join("node_modules/.installed"));
    if read(&lock) == read(&done) {
        return Ok(());
    }
    let quiet = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    run(npm().args(quiet).current_dir(web).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), "npm ci")?;
    fs::copy(&lock, &done).map(|_| ()).map_err(|error| error.to_string())
}

/// Runs a program; the last line that it said when it fails.
fn run(command: &mut Command, name: &str) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    Err(format!("{name} failed: {}", lines[lines.len().saturating_sub(3)..].join(" / ")))
}

fn copy_sources(web: &Path) -> io::Result<()> {
    let from = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?).join("web");
    for old in ["src", "dist"] {
        if web.join(old).exists() {
            fs::remove_dir_all(web.join(old))?;
        }
    }
    fs::create_dir_all(web)?;
    SOURCES.iter().try_for_each(|source| copy(&from.join(source), &web.join(source)))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Writes `assets.rs`: name, type and packed bytes of each file.
fn list(out: &Path, files: &[PathBuf]) -> io::Result<()> {
    let (dist, packed) = (out.join("web/dist"), out.join("packed"));
    fs::create_dir_all(&packed)?;
    let mut text = String::from("const ASSETS: &[Asset] = &[\n");
    for (number, file) in files.iter().enumerate() {
        let gzip = packed.join(format!("{number}.gz"));
        let mut encoder = GzEncoder::new(fs::File::create(&gzip)?, Compression::best());
        encoder.write_all(&fs::read(file)?)?;
        encoder.finish()?;
        let name = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let media_type = media_type(&name);
        text += &format!(
            "    Asset {{ path: \"/{name}\", media_type: \"{media_type}\", gzip: include_bytes!({gzip:?}) }},\n"
        );
    }
    fs::write(out.join("assets.rs"), text + "];\n")
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
