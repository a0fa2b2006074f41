//! The system's wish that we leave.

#[cfg(unix)]
mod this {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    /// Signals, with their names.
    const SIGNALS: [(i32, &str); 3] =
        [(SIGINT, "Ctrl-C"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP")];

    /// Notices Ctrl-C, each time, for a program that asks what is meant by it.
    #[derive(Debug)]
    pub struct CtrlC(Arc<AtomicBool>);

    impl CtrlC {
        /// Begins to notice; from now on Ctrl-C does not end the program.
        ///
        /// # Errors
        /// When the system does not tell us.
        pub fn listen() -> io::Result<CtrlC> {
            let pressed = Arc::<AtomicBool>::default();
            flag::register(SIGINT, Arc::clone(&pressed))?;
            Ok(CtrlC(pressed))
        }

        /// Whether it was pressed since this was asked last.
        pub fn take(&self) -> bool {
            self.0.swap(false, Ordering::Relaxed)
        }
    }

    /// Notices signals. The first one ends the match in good order, the next one
    /// the program; the guard then sees to the engines.
    #[derive(Debug)]
    pub struct Interrupt(Arc<AtomicUsize>);

    impl Interrupt {
        /// Begins to notice.
        ///
        /// # Errors
        /// When the system does not tell us.
        pub fn listen() -> io::Result<Interrupt> {
            let received = Arc::<AtomicUsize>::default();
            let again = Arc::<AtomicBool>::default();
            for (signal, _) in SIGNALS {
                flag::register_conditional_shutdown(signal, 1, Arc::clone(&again))?;
                flag::register(signal, Arc::clone(&again))?;
                flag::register_usize(signal, Arc::clone(&received), signal as usize)?;
            }
            Ok(Interrupt(received))
        }

        /// The name of the signal that came, if one did.
        pub fn received(&self) -> Option<&'static str> {
            let number = self.0.load(Ordering::Relaxed);
            SIGNALS.iter().find(|(signal, _)| *signal as usize == number).map(|(_, name)| *name)
        }
    }
}

#[cfg(not(unix))]
mod this {
    use std::io;

    /// Notices nothing: Ctrl-C ends the program.
    #[derive(Debug)]
    pub struct CtrlC;

    impl CtrlC {
        pub fn listen() -> io::Result<CtrlC> {
            Ok(CtrlC)
        }

        pub fn take(&self) -> bool {
            false
        }
    }

    /// Notices nothing: the system ends the program, and the engines with it.
    #[derive(Debug)]
    pub struct Interrupt;

    impl Interrupt {
        pub fn listen() -> io::Result<Interrupt> {
            Ok(Interrupt)
        }

        pub fn received(&self) -> Option<&'static str> {
            None
        }
    }
}

pub use this::{CtrlC, Interrupt};
