//! Completions for shells.

use clap::CommandFactory;

use crate::args::Arguments;
use crate::failure::Failure;
use crate::show::print_text;

pub(crate) fn run(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "multiball", &mut text);
    print_text(&String::from_utf8_lossy(&text))
}
