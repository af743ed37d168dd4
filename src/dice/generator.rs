//! The dice of a seed: ChaCha8 of the crate `rand` (its `chacha` feature), a portable generator whose output is fixed by its
//! specification. How numbers become faces is fixed here, so that a seed gives the same dice on every platform and in
//! every later version; a test pins them.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// A stream of dice.
#[derive(Debug)]
pub struct Generator(ChaCha8Rng);

impl Generator {
    /// The dice of a seed. Each `stream` of a seed is another sequence: a turn of a game, a block of a simulation.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0_u8; 32];
        let bytes = seed.to_le_bytes().into_iter().chain(stream.to_le_bytes());
        for (place, byte) in key.iter_mut().zip(bytes) {
            *place = byte;
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number below `sides`, each as likely as the others: numbers of the generator that would favour some are thrown away.
    pub fn below(&mut self, sides: u32) -> u32 {
        let sides = sides.max(1);
        let fair = u32::MAX - u32::MAX % sides;
        loop {
            let number = self.0.next_u32();
            if number < fair {
                return number % sides;
            }
        }
    }
}

impl Generator {
    /// A number below one too large for [`Self::below`].
    pub fn below_many(&mut self, sides: u64) -> u64 {
        let sides = sides.max(1);
        let fair = u64::MAX - u64::MAX % sides;
        loop {
            let number = u64::from(self.0.next_u32()) << 32 | u64::from(self.0.next_u32());
            if number < fair {
                return number % sides;
            }
        }
    }
}
