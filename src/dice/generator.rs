//! The dice of a seed: ChaCha8 of the crate `rand` (its `chacha` feature), a portable generator whose output is fixed by its
//! specification. How numbers become faces is fixed here, so that a seed gives the same dice on every platform and in
//! every later version; a test pins them.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

#[derive(Debug)]
pub struct Generator(ChaCha8Rng);

impl Generator {
    /// The dice of a seed. Each `stream` of a seed is another sequence: a turn of a game, a block of a simulation.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0_u8; 32];
        let bytes = seed.to_le_bytes().into_iter().chain(stream.to_le_bytes());
        key.iter_mut()
            .zip(bytes)
            .for_each(|(place, byte)| *place = byte);
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number below `sides`, each as likely as the others: numbers of the generator that would favour some are thrown away.
    pub fn below(&mut self, sides: u64) -> u64 {
        let sides = sides.max(1);
        let is_small = sides <= u64::from(u32::MAX);
        let all = if is_small {
            u64::from(u32::MAX)
        } else {
            u64::MAX
        };
        loop {
            let mut number = u64::from(self.0.next_u32());
            if !is_small {
                number = number << 32 | u64::from(self.0.next_u32());
            }
            if number < all - all % sides {
                return number % sides;
            }
        }
    }

    /// One of some things, each as likely as the others.
    pub fn among<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(usize::try_from(self.below(things.len() as u64)).ok()?)
    }
}
