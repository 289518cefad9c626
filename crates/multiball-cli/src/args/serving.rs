//! Where the page is served: shared by `play` and `view`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

/// Where the page is served.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of the page")]
pub(crate) struct Serving {
    /// Port of the page [default: 7117, or the next free one]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Address to listen on; others than this machine's own must show a token [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<IpAddr>,
    /// The token that viewers must show [default: none on this machine's own address; elsewhere one is drawn and
    /// printed]
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// Print the page's address, but do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  multiball view out                         replay what `multiball play --record out` wrote
  multiball view recording.mcap --no-open    print the address and wait
  multiball view out --recount               the score and the balls, counted again")]
pub(crate) struct View {
    /// A recording, or the folder that `play --record` wrote
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Show nothing, but count score and balls again from what happened, and compare with what was recorded
    #[arg(long)]
    pub(crate) recount: bool,
    #[command(flatten)]
    pub(crate) serving: Serving,
}
