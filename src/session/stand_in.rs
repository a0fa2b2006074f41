//! Stands in for the register of players until it is merged.
use crate::control::{Choice, Info, Report};
use crate::player::{Player, PlayerError, Rng, Task};

pub const NAMES: [&str; 2] = ["random", "engine"];

pub fn create(name: &str) -> Option<Box<dyn Player>> {
    NAMES.contains(&name).then(|| Box::new(FirstLegal) as Box<dyn Player>)
}

struct FirstLegal;

impl Player for FirstLegal {
    fn choose(&mut self, task: Task<'_>, _: &mut Rng) -> Result<Choice, PlayerError> {
        let wanted = &task.limits.search_moves;
        let legal = task.position.legal_moves();
        let best = legal.into_iter().find(|mv| wanted.is_empty() || wanted.contains(mv));
        if let Some(ms) = task.limits.movetime_ms {
            while task.monitor.started().elapsed().as_millis() < u128::from(ms)
                && !task.monitor.signals().is_stopped()
            {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        let pv = best.into_iter().collect();
        task.monitor.report(Report::Info(Info {
            depth: 1,
            nodes: Some(1),
            pv,
            ..Info::default()
        }));
        Ok(Choice { best, ponder: None })
    }
}
