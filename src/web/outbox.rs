//! What waits to be read by a client.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;

use super::limits::{OUTBOX, OUTBOX_BYTES, SLOW};
use super::quotas::QuotaGuard;

/// Something with a length in bytes.
pub(super) trait Weight {
    /// Bytes.
    fn weight(&self) -> usize;
}

impl Weight for String {
    fn weight(&self) -> usize {
        self.len()
    }
}

impl Weight for axum::extract::ws::Message {
    fn weight(&self) -> usize {
        use axum::extract::ws::Message;
        match self {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        }
    }
}

/// A message with the room that it takes until it is read.
#[derive(Debug)]
pub(super) struct Parcel<T> {
    /// The message.
    pub message: T,
    _room: Room,
}

#[derive(Debug)]
enum Room {
    Own(#[expect(dead_code, reason = "held until the message is read")] OwnedSemaphorePermit),
    QuotaGuard(#[expect(dead_code, reason = "held until the message is read")] QuotaGuard),
}

/// The way to a client; it may be cloned.
#[derive(Debug)]
pub(super) struct Outbox<T> {
    sender: mpsc::Sender<Parcel<T>>,
    /// Bytes that may still be put into the outbox.
    room: Arc<Semaphore>,
}

impl<T> Clone for Outbox<T> {
    fn clone(&self) -> Outbox<T> {
        Outbox { sender: self.sender.clone(), room: Arc::clone(&self.room) }
    }
}

/// The client is gone, or reads so slowly that it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gone;

/// An outbox, and the end that is read from.
pub(super) fn outbox<T>() -> (Outbox<T>, mpsc::Receiver<Parcel<T>>) {
    let (sender, receiver) = mpsc::channel(OUTBOX);
    (Outbox { sender, room: Arc::new(Semaphore::new(OUTBOX_BYTES)) }, receiver)
}

/// The room that a message takes; one that is longer than the whole outbox takes all of it.
fn permits<T: Weight>(message: &T) -> u32 {
    message.weight().min(OUTBOX_BYTES) as u32
}

impl<T: Weight> Outbox<T> {
    /// Puts a message where the client's writer finds it; waits while the client
    /// has too much before it.
    ///
    /// # Errors
    /// When the client has not read for too long, or is gone.
    pub async fn put(&self, message: T) -> Result<(), Gone> {
        let put = async {
            let room = Arc::clone(&self.room).acquire_many_owned(permits(&message)).await;
            let room = Room::Own(room.map_err(|_| Gone)?);
            self.sender.send(Parcel { message, _room: room }).await.map_err(|_| Gone)
        };
        timeout(SLOW, put).await.map_err(|_| Gone)?
    }

    /// Puts a large message where the client's writer finds it, in the room of `share`.
    ///
    /// # Errors
    /// As [`Outbox::put`].
    pub async fn put_large(&self, message: T, share: QuotaGuard) -> Result<(), Gone> {
        let parcel = Parcel { message, _room: Room::QuotaGuard(share) };
        timeout(SLOW, self.sender.send(parcel)).await.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Puts a message there if there is room for it, without waiting; says whether.
    ///
    /// # Errors
    /// When the client is gone.
    pub fn try_put(&self, message: T) -> Result<bool, Gone> {
        if self.is_closed() {
            return Err(Gone);
        }
        let room = Arc::clone(&self.room).try_acquire_many_owned(permits(&message));
        let Ok(room) = room.map(Room::Own) else { return Ok(false) };
        match self.sender.try_send(Parcel { message, _room: room }) {
            Ok(()) => Ok(true),
            Err(mpsc::error::TrySendError::Full(_)) => Ok(false),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Gone),
        }
    }
}

impl<T> Outbox<T> {
    /// Whether the client is gone.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Waits until the client is gone.
    pub async fn closed(&self) {
        self.sender.closed().await;
    }

    /// A way to the client that does not keep the outbox open for itself.
    pub fn downgrade(&self) -> WeakOutbox<T> {
        WeakOutbox { sender: self.sender.downgrade(), room: Arc::clone(&self.room) }
    }
}

/// The way to a client that may have gone: for what takes long.
#[derive(Clone, Debug)]
pub(super) struct WeakOutbox<T> {
    sender: mpsc::WeakSender<Parcel<T>>,
    room: Arc<Semaphore>,
}

impl<T> WeakOutbox<T> {
    /// The outbox, as long as another part of the server keeps it and the client is there.
    pub fn upgrade(&self) -> Option<Outbox<T>> {
        let sender = self.sender.upgrade().filter(|sender| !sender.is_closed())?;
        Some(Outbox { sender, room: Arc::clone(&self.room) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_count_and_not_only_messages() {
        let (outbox, mut inbox) = outbox::<String>();
        let half = "x".repeat(OUTBOX_BYTES / 2);
        assert_eq!(outbox.try_put(half.clone()), Ok(true));
        assert_eq!(outbox.try_put(half.clone()), Ok(true));
        assert_eq!(outbox.try_put("y".to_owned()), Ok(false));
        let first = inbox.try_recv().unwrap();
        assert_eq!(outbox.try_put("y".to_owned()), Ok(false), "it is not written yet");
        drop(first);
        assert_eq!(outbox.try_put("y".to_owned()), Ok(true));
        drop(inbox);
        assert_eq!(outbox.try_put("y".to_owned()), Err(Gone));
    }

    #[test]
    fn messages_count_and_not_only_bytes() {
        let (outbox, mut inbox) = outbox::<String>();
        for number in 0..OUTBOX {
            assert_eq!(outbox.try_put(String::new()), Ok(true), "{number}");
        }
        assert_eq!(outbox.try_put(String::new()), Ok(false));
        inbox.try_recv().unwrap();
        assert_eq!(outbox.try_put(String::new()), Ok(true));
    }

    #[test]
    fn a_way_back_to_a_client_ends_with_it() {
        let (outbox, inbox) = outbox::<String>();
        let way = outbox.downgrade();
        assert!(way.upgrade().is_some());
        drop(inbox);
        assert!(way.upgrade().is_none(), "the client is gone");
        let (outbox, _inbox) = super::outbox::<String>();
        let way = outbox.downgrade();
        drop(outbox);
        assert!(way.upgrade().is_none(), "nothing keeps it open");
    }
}
