//! `fivestage`: tic-tac-toe by five rules of thumb, tried in order.

use super::common::{answer, log_candidates};
use super::grid::{
    CENTRE, CORNERS, EDGES, Grid, GridQuestion, Set, each, first, place, question, touching,
};
use super::motive::{Motive, StageRule};
use super::rng::Rng;
use super::task::{Player, PlayerError, Task};
use crate::control::Choice;
use crate::language::Language;

/// Attacks, defends, opens in the centre, takes corners, fills edges; never
/// loses on the 3x3 board.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveStage;

impl Player for FiveStage {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        Ok(match question("fivestage", &task)? {
            GridQuestion::Points(grid, allowed) => {
                let looks_at_forks = !task.settings.mistake_corner;
                let (stage, point) = decide(grid, allowed, looks_at_forks);
                log_candidates(&task, || {
                    let why = stage.words(Language::English);
                    vec![(place(point), format!("stage {} of 5: {why}", stage.number()))]
                });
                answer(&task, place(point), Motive::Stage(stage))
            }
            GridQuestion::Forced(Some(mv)) => answer(&task, mv, Motive::OnlyMove),
            GridQuestion::Forced(None) => Choice::default(),
        })
    }
}

/// What the first stage that has a point found, and the point. The rule as it was published takes a
/// corner against two opposite corners, and loses: it does not look at forks.
fn decide(grid: Grid, allowed: Set, looks_at_forks: bool) -> (StageRule, Set) {
    // 1. Attack.
    let wins = grid.completions() & allowed;
    if wins != 0 {
        return (StageRule::Attack, first(wins));
    }
    // 2. Defend.
    let blocks = grid.turned().completions() & allowed;
    if blocks != 0 {
        return (StageRule::Defence, first(blocks));
    }
    // 3. Opening.
    if CENTRE & allowed != 0 {
        return (StageRule::Opening, CENTRE);
    }
    // 4. Corner first. With the own centre, a corner away from the opponent's
    // edges leaves more open lines than one that touches them.
    let found = |seen, unseen| if looks_at_forks { seen } else { unseen };
    let corners = CORNERS & allowed;
    let near = each(EDGES & grid.other).fold(0, |set, edge| set | touching(edge));
    let away = if grid.own & CENTRE != 0 { corners & !near } else { corners };
    let safe = |set: Set| each(set).find(|&point| !(looks_at_forks && grid.allows_fork(point)));
    if let Some(corner) = safe(away).or_else(|| safe(corners)) {
        return (found(StageRule::SafeCorner, StageRule::Corner), corner);
    }
    // 5. Filler.
    let edges = EDGES & allowed;
    if let Some(edge) = safe(edges) {
        return (found(StageRule::SafeEdge, StageRule::Edge), edge);
    }
    // Only in positions set up by hand, or when few moves may be chosen.
    let point = if corners != 0 { first(corners) } else { first(edges) };
    (StageRule::Forked, point)
}
