//! The dice of a seed are the same for ever.

use chartroom::dice::generator::Generator;

#[test]
fn the_stream_of_a_seed_is_pinned() {
    let mut generator = Generator::new(7, 0);
    let dice: Vec<u64> = (0..24).map(|_| generator.below(6) + 1).collect();
    assert_eq!(
        dice,
        [
            6, 5, 2, 3, 3, 4, 1, 1, 6, 5, 3, 2, 6, 1, 3, 1, 2, 2, 5, 5, 1, 3, 6, 1
        ]
    );
    let mut generator = Generator::new(7, 1);
    let others: Vec<u64> = (0..24).map(|_| generator.below(6) + 1).collect();
    assert_eq!(
        others,
        [
            2, 5, 4, 1, 5, 2, 4, 1, 4, 4, 5, 2, 6, 2, 6, 2, 4, 2, 3, 4, 5, 2, 4, 2
        ]
    );
    let mut generator = Generator::new(u64::MAX, 0);
    let large: Vec<u64> = (0..4).map(|_| generator.below(1_000_000_000_000)).collect();
    assert_eq!(
        large,
        [
            892_218_590_777,
            543_610_432_257,
            663_191_220_966,
            102_398_634_627
        ]
    );
}

#[test]
fn every_face_comes_and_none_beyond() {
    let mut generator = Generator::new(1, 0);
    let mut seen = [0_u32; 7];
    for _ in 0..7000 {
        seen[generator.below(7) as usize] += 1;
    }
    assert!(
        seen.iter().all(|count| (850..1150).contains(count)),
        "{seen:?}"
    );
    assert_eq!(generator.below(1), 0);
    assert_eq!(generator.below(0), 0);
}
