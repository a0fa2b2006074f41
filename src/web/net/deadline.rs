//! A stream whose other end has to read: what waits to be read for too long ends the connection.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream with a deadline for what is written. The clock starts when the stream takes no more
/// and stops when it has taken everything: a reader that takes a byte now and then gains nothing.
pub(super) struct Deadline<S> {
    stream: S,
    patience: Duration,
    due: Option<Pin<Box<Sleep>>>,
}

impl<S> Deadline<S> {
    /// The stream, to which nothing was written yet.
    pub const fn new(stream: S, patience: Duration) -> Deadline<S> {
        Deadline { stream, patience, due: None }
    }

    /// Ends a write that has waited too long.
    fn judge<T>(&mut self, context: &mut Context<'_>, written: Poll<Result<T>>) -> Poll<Result<T>> {
        if written.is_ready() {
            return written;
        }
        let patience = self.patience;
        let due = self.due.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(due.as_mut().poll(context));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "what was written is not read")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Deadline<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.judge(context, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, pieces);
        this.judge(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        if flushed.is_ready() {
            this.due = None;
        }
        this.judge(context, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Deadline<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{Instant, timeout};

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(300);

    fn block_on(future: impl Future<Output = ()>) {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().unwrap().block_on(future);
    }

    #[test]
    fn a_reader_that_dawdles_is_given_up() {
        block_on(async {
            let (near, mut far) = duplex(10);
            let mut near = Deadline::new(near, PATIENCE);
            // What is read in time starts the clock anew.
            for _ in 0..3 {
                let mut bytes = [0; 20];
                let (written, read) = tokio::join!(
                    async {
                        near.write_all(&[7; 20]).await?;
                        near.flush().await
                    },
                    async {
                        tokio::time::sleep(PATIENCE / 2).await;
                        far.read_exact(&mut bytes).await
                    }
                );
                written.unwrap();
                read.unwrap();
            }
            let begin = Instant::now();
            let dawdle = async {
                loop {
                    tokio::time::sleep(PATIENCE / 10).await;
                    let mut byte = [0];
                    far.read_exact(&mut byte).await.unwrap();
                }
            };
            let written = tokio::select! {
                written = near.write_all(&[7; 1000]) => written,
                () = dawdle => Ok(()),
            };
            assert_eq!(written.unwrap_err().kind(), ErrorKind::TimedOut);
            assert!(begin.elapsed() >= PATIENCE);
            // Nothing hinders reading.
            assert!(timeout(Duration::from_millis(10), near.read_u8()).await.is_err());
        });
    }
}
