//! A monitor that keeps what a player reports and can tell it to stop.

use std::sync::Mutex;
use std::time::Instant;

use tengen_engine::control::{Info, Monitor, Report, Signals};

/// Keeps every report; stops the player once its signals say so.
pub struct Listener {
    signals: Signals,
    started: Instant,
    reports: Mutex<Vec<Report>>,
}

impl Listener {
    pub fn new() -> Listener {
        let (signals, reports) = (Signals::default(), Mutex::default());
        Listener { signals, started: Instant::now(), reports }
    }

    pub fn reports(&self) -> Vec<Report> {
        self.reports.lock().unwrap().clone()
    }

    pub fn infos(&self) -> Vec<Info> {
        let info = |report| if let Report::Info(info) = report { Some(info) } else { None };
        self.reports().into_iter().filter_map(info).collect()
    }
}

impl Monitor for Listener {
    fn signals(&self) -> &Signals {
        &self.signals
    }
    fn started(&self) -> Instant {
        self.started
    }
    fn report(&self, report: Report) {
        self.reports.lock().unwrap().push(report);
    }
}
