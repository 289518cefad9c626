//! The server of the page, and the browser that shows it.

use std::sync::Arc;

use multiball_view::{Host, Screen, Server, ServerOptions};

use crate::args::Serving;
use crate::failure::Failure;
use crate::show::print_message;

/// Whether a browser could be shown here.
pub(crate) fn has_display() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "macos", target_os = "windows")) || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

/// Starts the server, prints its address, and opens a browser.
pub(crate) fn serve(serving: &Serving, host: Arc<dyn Host>, screen: &Arc<Screen>) -> Result<Server, Failure> {
    let defaults = ServerOptions::default();
    let options = ServerOptions {
        address: serving.listen.unwrap_or(defaults.address),
        port: serving.port,
        token: serving.token.clone(),
        ..defaults
    };
    let server = Server::start(options, host, Arc::clone(screen)).map_err(|error| Failure::input(error.to_string()))?;
    print_message(&format!("watch it at {} (Ctrl-C ends it)", server.url()));
    if server.address().ip().is_unspecified() {
        print_message(&format!(
            "from other machines: the same, with this machine's address in place of the number before :{}",
            server.address().port()
        ));
    }
    if !serving.no_open && has_display() {
        // Where no browser can be opened, the address has still been printed.
        let _ = open::that_detached(server.url());
    }
    Ok(server)
}
