//! Positions as a file for `scripts/tune_network.py`.
//!
//! The first line is a JSON object: what the positions are from, the number of units in
//! a factor of e in the odds (`units`), the same of the scores (`scale`), whether the rule
//! tells the players apart (`apart`), and the classes whose points are counted. Then come
//! records, all little-endian, one for each position, first those to learn from:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | what the points are worth to the side to move, in units |
//! | 2 | the score of the search for it |
//! | 1 | the result for it in halves: 0 lost, 1 drawn, 2 won |
//! | 1 | 1 for positions kept apart to check with |
//! | 1 | 0 where Black is to move, 1 where White is |
//! | number of classes | points of each class of the side to move, at most 255 |
//! | number of classes | the same of the other side |

use serde_json::json;

use tengen_engine::eval::network::is_heard;
use tengen_engine::eval::weights::{CLASSES, class_name};
use tengen_engine::game::{Color, Variant};
use tengen_engine::pattern::Shape;

use super::model::shapes;
use super::samples::{ROLES, Samples, Sets};

/// The file of the positions of games, with the units in a factor of e of the odds and
/// the same of the scores.
pub fn file(sets: &Sets, variant: Variant, [units, scale]: [f64; 2]) -> Vec<u8> {
    let classes = classes();
    let head = json!({
        "of": format!("{variant}: {} games", sets.games),
        "positions": sets.train.len() + sets.validation.len(),
        "units": units,
        "scale": scale,
        "apart": variant.rule.has_fouls(Color::Black),
        "classes": classes.iter().map(|&class| class_name(class)).collect::<Vec<_>>(),
    });
    let mut file = format!("{head}\n").into_bytes();
    let mut places = vec![None; CLASSES];
    for (place, &class) in classes.iter().enumerate() {
        places[class] = Some(place);
    }
    for (samples, is_kept) in [(&sets.train, 0), (&sets.validation, 1)] {
        for index in 0..samples.len() {
            record(samples, index, is_kept, (&places, classes.len()), &mut file);
        }
    }
    file
}

/// Appends a position; `places` are those of the classes among so many.
fn record(
    samples: &Samples,
    index: usize,
    is_kept: u8,
    (places, classes): (&[Option<usize>], usize),
    file: &mut Vec<u8>,
) {
    file.extend(samples.worth(index).to_le_bytes());
    file.extend(samples.units(index).to_le_bytes());
    let side = u8::from(!samples.stones(index).is_multiple_of(2));
    file.extend([samples.halves(index), is_kept, side]);
    let begin = file.len();
    file.resize(begin + ROLES * classes, 0);
    for &(weight, count) in samples.terms(index) {
        let (role, class) = (usize::from(weight) / CLASSES % ROLES, usize::from(weight) % CLASSES);
        if let Some(place) = places[class] {
            let count = count.unsigned_abs().try_into().unwrap_or(u8::MAX);
            file[begin + role * classes + place] = count;
        }
    }
}

/// The classes that a network hears of and that quiet positions have.
fn classes() -> Vec<usize> {
    let all = 0..CLASSES;
    let is_quiet = |shape: &Shape| *shape <= Shape::Four;
    all.filter(|&class| {
        let shapes = shapes(class).map(|shape| Shape::ALL[shape]);
        shapes.is_sorted_by(|left, right| left >= right)
            && is_heard(shapes)
            && shapes.iter().all(is_quiet)
    })
    .collect()
}
