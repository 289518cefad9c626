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
    /// Address to listen on; any other than the default requires a token [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<IpAddr>,
    /// Token that viewers must send [default: none on 127.0.0.1; elsewhere a random one is printed]
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// Print the page's address, but do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

impl Serving {
    /// An option that is given and says nothing without a page.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--port", self.port.is_some()),
            ("--listen", self.listen.is_some()),
            ("--token", self.token.is_some()),
            ("--no-open", self.no_open),
        ];
        given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  multiball view out                         replay a session recorded with `multiball play --record out`
  multiball view recording.mcap --no-open    print the address and wait
  multiball view out --recount               count score and balls again")]
pub(crate) struct View {
    /// A recording, or the folder that `play --record` wrote
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// Only count score and balls again from the recorded events, and compare with the recorded score
    #[arg(long)]
    pub(crate) recount: bool,
    #[command(flatten)]
    pub(crate) serving: Serving,
}
