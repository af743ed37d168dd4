//! The command line of Chartroom.

use mimalloc::MiMalloc;
use std::process::ExitCode;

// Diagrams are many small things, made and let go on all cores.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    chartroom::main()
}
