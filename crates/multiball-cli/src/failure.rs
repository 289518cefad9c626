//! Errors of commands, and their exit codes.

use std::process::ExitCode;

/// A failed command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input cannot be used: exit code 2.
    #[error("{0}")]
    Input(String),
    /// The input is fine but there is no answer: exit code 1.
    #[error("{0}")]
    NoAnswer(String),
    /// Output could not be written: exit code 1.
    #[error("cannot write {what}: {cause}")]
    Output {
        /// Which file or stream.
        what: String,
        /// What the system said.
        cause: std::io::Error,
    },
}

impl Failure {
    /// Bad input, with a message that names place, value and what is allowed.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// The process's exit code.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::NoAnswer(_) | Self::Output { .. } => ExitCode::FAILURE,
        }
    }
}
