//! What waits to be read by a client.

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::limits::{OUTBOX, SLOW};

/// The way to a client; it may be cloned.
#[derive(Debug)]
pub(super) struct Outbox<T>(mpsc::Sender<T>);

impl<T> Clone for Outbox<T> {
    fn clone(&self) -> Outbox<T> {
        Outbox(self.0.clone())
    }
}

/// The client is gone, or reads so slowly that it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// An outbox, and the end that is read from.
pub(super) fn outbox<T>() -> (Outbox<T>, mpsc::Receiver<T>) {
    let (sender, receiver) = mpsc::channel(OUTBOX);
    (Outbox(sender), receiver)
}

impl<T> Outbox<T> {
    /// Puts a message where the client's writer finds it; waits while the client
    /// has too many of them before it.
    ///
    /// # Errors
    /// When the client has not read one of them for too long, or is gone.
    pub async fn put(&self, message: T) -> Result<(), Gone> {
        timeout(SLOW, self.0.send(message)).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Puts a message there if there is room for it, without waiting; says whether.
    ///
    /// # Errors
    /// When the client is gone.
    pub fn try_put(&self, message: T) -> Result<bool, Gone> {
        match self.0.try_send(message) {
            Ok(()) => Ok(true),
            Err(mpsc::error::TrySendError::Full(_)) => Ok(false),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Gone),
        }
    }

    /// A way to the client that does not keep the outbox open for itself.
    pub fn downgrade(&self) -> WeakOutbox<T> {
        WeakOutbox(self.0.downgrade())
    }
}

/// The way to a client that may have gone: for what takes long.
#[derive(Debug)]
pub(super) struct WeakOutbox<T>(mpsc::WeakSender<T>);

impl<T> WeakOutbox<T> {
    /// The outbox, as long as somebody else keeps it.
    pub fn upgrade(&self) -> Option<Outbox<T>> {
        self.0.upgrade().map(Outbox)
    }
}
