//! The command line of Chartroom.

use std::process::ExitCode;

fn main() -> ExitCode {
    chartroom::main()
}
