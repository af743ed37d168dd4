//! Locks, for which a while is waited: who holds one may have been stopped.

use std::fs::{File, TryLockError};
use std::io;
use std::time::Duration;

/// How often a lock is tried, and how long is waited between: ten seconds in all.
const TRIES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

/// A way to try for a lock: for oneself, or with others.
type Try = fn(&File) -> Result<(), TryLockError>;

/// Waits for the lock of a file or folder. Where a system has none, one goes on without.
///
/// # Errors
///
/// Where another program does not let go of it.
pub fn wait_for(file: &File, lock: Try) -> io::Result<()> {
    for _ in 0..TRIES {
        match lock(file) {
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    let message = "another program is writing there, and does not come to an end";
    Err(io::Error::new(io::ErrorKind::TimedOut, message))
}
