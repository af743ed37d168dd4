//! Locks, for which a while is waited: who holds one may have been stopped.

use std::fs::{File, TryLockError};
use std::io;
use std::time::{Duration, Instant};

/// How long a program waits until another lets go.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How long is waited between two tries.
const PAUSE: Duration = Duration::from_millis(20);

/// A way to try for a lock: for oneself, or with others.
type Try = fn(&File) -> Result<(), TryLockError>;

/// Waits for the lock of a file or folder, for so long. Where a system has none, one goes on without.
///
/// # Errors
///
/// Where another program does not let go of it.
pub fn wait_for(file: &File, lock: Try, patience: Duration) -> io::Result<()> {
    let begun = Instant::now();
    while let Err(TryLockError::WouldBlock) = lock(file) {
        if begun.elapsed() >= patience {
            return Err(too_long());
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

fn too_long() -> io::Error {
    let message = "another program is writing there, and does not come to an end";
    io::Error::new(io::ErrorKind::TimedOut, message)
}
