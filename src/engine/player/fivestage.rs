//! `fivestage`: tic-tac-toe by five rules of thumb, tried in order.

use super::common::{answer, log_candidates};
use super::grid::{
    CENTRE, CORNERS, EDGES, Grid, GridQuestion, Set, each, first, place, question, touching,
};
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;

/// Attacks, defends, opens in the centre, takes corners, fills edges; never
/// loses on the 3x3 board.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveStage;

impl Player for FiveStage {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        Ok(match question("fivestage", &task)? {
            GridQuestion::Points(grid, allowed) => {
                let looks_at_forks = !task.settings.mistake_corner;
                let (stage, point, why) = decide(grid, allowed, looks_at_forks);
                log_candidates(&task, || {
                    vec![(place(point), format!("stage {stage} of 5: {why}"))]
                });
                answer(&task, place(point), why)
            }
            GridQuestion::Forced(Some(mv)) => answer(&task, mv, "nothing else is legal"),
            GridQuestion::Forced(None) => Choice::default(),
        })
    }
}

/// The first stage that has a point, the point, and the reason. The rule as it was published takes a
/// corner against two opposite corners, and loses: it does not look at forks.
fn decide(grid: Grid, allowed: Set, looks_at_forks: bool) -> (u8, Set, &'static str) {
    // 1. Attack.
    let wins = grid.completions() & allowed;
    if wins != 0 {
        return (1, first(wins), "attack: completes a line");
    }
    // 2. Defend.
    let blocks = grid.turned().completions() & allowed;
    if blocks != 0 {
        return (2, first(blocks), "defence: blocks a line");
    }
    // 3. Opening.
    if CENTRE & allowed != 0 {
        return (3, CENTRE, "opening: took the centre");
    }
    // 4. Corner first. With the own centre, a corner away from the opponent's
    // edges leaves more open lines than one that touches them.
    let reason = |seen, unseen| if looks_at_forks { seen } else { unseen };
    let corners = CORNERS & allowed;
    let near = each(EDGES & grid.other).fold(0, |set, edge| set | touching(edge));
    let away = if grid.own & CENTRE != 0 { corners & !near } else { corners };
    let safe = |set: Set| each(set).find(|&point| !(looks_at_forks && grid.allows_fork(point)));
    if let Some(corner) = safe(away).or_else(|| safe(corners)) {
        return (
            4,
            corner,
            reason("corner: a free corner that allows no fork", "corner: a free corner"),
        );
    }
    // 5. Filler.
    let edges = EDGES & allowed;
    if let Some(edge) = safe(edges) {
        return (5, edge, reason("filler: an edge that allows no fork", "filler: a free edge"));
    }
    // Only in positions set up by hand, or when few moves may be chosen.
    let point = if corners != 0 { first(corners) } else { first(edges) };
    (5, point, "filler: every point allows a fork")
}
