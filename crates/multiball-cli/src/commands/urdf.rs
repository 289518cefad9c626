//! `urdf`: a robot for other programs.

use std::path::Path;

use super::robots;
use crate::args::Urdf;
use crate::failure::Failure;
use crate::files;
use crate::show::print_text;

pub(crate) fn run(urdf: &Urdf) -> Result<(), Failure> {
    if let Some(path) = &urdf.output {
        files::check_name("--output", path, "urdf")?;
    }
    let name = urdf.choice.robot.as_str();
    let robot = robots::load(&urdf.choice)?;
    let chain = robot.chain().map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
    let text = chain.to_urdf(stem);
    match &urdf.output {
        Some(path) => files::write_whole(path, &text)
            .and_then(|()| print_text(&format!("{name} with {} joints in {}\n", chain.joints().len(), path.display()))),
        None => print_text(&text),
    }
}
