//! The `multiball` command. All of it is in the library, which a build compiles while it still optimises those below.

use std::process::ExitCode;

fn main() -> ExitCode {
    multiball_cli::main()
}
