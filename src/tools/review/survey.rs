//! Looks at every position of a game, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Context, anyhow};

use tengen_engine::control::Limits;
use tengen_engine::game::Position;
use tengen_engine::player::Settings;
use tengen_engine::session::STACK_BYTES;

use tengen_games::analysis::Analysis;
use tengen_games::analysis::analyst::Analyst;

/// What is found out about each position, in their order. `seen` hears of each
/// that is done.
///
/// # Errors
/// When the player does not know the game, or the system gives no thread.
pub(super) fn survey(
    positions: &[Position],
    limits: &Limits,
    settings: &Settings,
    concurrency: usize,
    mut seen: impl FnMut(),
) -> anyhow::Result<Vec<Analysis>> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    let work = |sender: mpsc::Sender<_>| {
        let mut analyst = Analyst::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(index) else { break };
            let verdict = analyst.think(position, limits, settings, &Arc::default());
            // The receiver is gone once something went wrong.
            if sender.send((index, verdict)).is_err() {
                break;
            }
        }
    };
    let work = &work;
    thread::scope(|scope| {
        for _ in 0..concurrency.min(positions.len()) {
            let sender = sender.clone();
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(sender))
                .context("no thread to think with")?;
        }
        drop(sender);
        let mut verdicts = vec![Analysis::default(); positions.len()];
        for (index, verdict) in results {
            let problem = |problem: tengen_engine::session::message::Problem| anyhow!("{problem}");
            verdicts[index] = verdict.map_err(problem)?;
            seen();
        }
        Ok(verdicts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::game::Variant;

    #[test]
    fn verdicts_keep_the_order_of_the_positions() {
        let mut position = Position::new(Variant::preset("tictactoe").unwrap()).unwrap();
        let mut positions = vec![position.clone()];
        for mv in ["b2", "a1", "c1", "a3", "a2"] {
            position.play(mv.parse().unwrap()).unwrap();
            positions.push(position.clone());
        }
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let settings = Settings { hash_mb: 1, ..Settings::default() };
        let mut count = 0;
        let timeless = |mut verdict: Analysis| {
            verdict.time = std::time::Duration::ZERO;
            verdict.first.time = None;
            verdict
        };
        let alone = survey(&positions, &limits, &settings, 1, || count += 1).unwrap();
        let together = survey(&positions, &limits, &settings, 4, || count += 1).unwrap();
        assert_eq!(count, 12);
        assert_eq!(together.len(), 6);
        for (one, other) in alone.into_iter().zip(together) {
            assert_eq!(timeless(one), timeless(other));
        }
        let stranger = Settings { player: "nobody".to_owned(), ..settings };
        let refused = survey(&positions, &limits, &stranger, 2, || {}).unwrap_err();
        assert!(refused.to_string().contains("nobody"), "{refused}");
    }
}
