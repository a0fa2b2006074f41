//! How a conversation fails, and the words about the failure.

use std::time::Duration;

use tengen_engine::clock::Instant;

use tengen_engine::game::Variant;
use tengen_engine::game::problem::shown;
use tengen_engine::protocol::client::Owed;
use tengen_engine::protocol::entry;

use super::{Conversation, ConversationNews, EngineStep, FaultKind, Pending, Phase, SHOWN};

impl Conversation {
    /// Takes in that the program has ended, closed its output, or did not start.
    pub fn gone(&mut self, why: &str, now: Instant) -> ConversationNews {
        if self.is_broken() {
            return ConversationNews::Nothing;
        }
        self.try_next(FaultKind::Crash, why.to_owned(), now)
    }

    /// Fails the conversation, as the engine does not play this game.
    pub(super) fn refuse(&mut self, text: &str) -> ConversationNews {
        let Variant { rule, size, .. } = self.variant;
        let what = match self.phase {
            Phase::Readying { .. } => self.said.clone(),
            _ => format!("the rule {rule}"),
        };
        let text = shown(text, SHOWN);
        let detail = format!("refuses {what}: {text}: expected an engine for {rule} on {size}");
        self.fail(FaultKind::Unplayed, detail)
    }

    /// Words for what the engine said instead of what it owes, and how that would be written.
    pub(super) fn instead(&self, owed: Owed) -> String {
        let line = self.heard.as_ref();
        let wording = self.client.wording(owed);
        line.map_or_else(String::new, |line| format!(" but {line}: expected {wording}"))
    }

    /// Fails the conversation or the protocol, as the engine did not answer within `patience`.
    pub(super) fn time_out(
        &mut self,
        patience: Duration,
        owed: Owed,
        now: Instant,
    ) -> ConversationNews {
        let (asked, instead) = (&self.said, self.instead(owed));
        let detail = format!("no answer to {asked} within {} ms{instead}", patience.as_millis());
        self.try_next(FaultKind::Stall, detail, now)
    }

    /// Goes on with the next protocol, as long as the engine has not introduced itself.
    pub(super) fn try_next(
        &mut self,
        kind: FaultKind,
        detail: String,
        now: Instant,
    ) -> ConversationNews {
        if !matches!(self.phase, Phase::Introducing { .. }) {
            return self.fail(kind, detail);
        }
        if self.heard.is_some() {
            self.misses.retain(|(protocol, _)| *protocol != self.protocol);
            self.misses.push((self.protocol, detail.clone()));
        }
        if let Some((protocol, patience)) = self.untried.pop_front() {
            self.protocol = protocol;
            self.client = (entry(protocol).client)(self.variant);
            self.open(patience, now);
            return ConversationNews::Nothing;
        }
        let tried = self.spec.protocols();
        if tried.len() == 1 {
            return self.fail(kind, detail);
        }
        let names: Vec<&str> = tried.iter().map(|protocol| protocol.text()).collect();
        let mut details = std::mem::take(&mut self.misses);
        details.retain(|(_, miss)| *miss != detail);
        details.push((self.protocol, detail));
        let details: Vec<String> = details.into_iter().map(|(_, detail)| detail).collect();
        let (names, details) = (names.join(", "), details.join("; "));
        self.fail(kind, format!("it speaks none of {names} ({details})"))
    }

    pub(super) fn fail(&mut self, kind: FaultKind, detail: String) -> ConversationNews {
        let was_stale = matches!(self.phase, Phase::AskedQuestion(Pending { is_stale: true, .. }));
        self.phase = Phase::Broken;
        self.steps = vec![EngineStep::Stop];
        // One that was told to stop is not waited for; it is started again when needed.
        if was_stale { ConversationNews::Nothing } else { ConversationNews::Fault { kind, detail } }
    }
}
