//! Signals with which the system asks us to leave.

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

    /// Notices each Ctrl-C, for a program that decides itself what to do then.
    #[derive(Debug)]
    pub struct CtrlC(Arc<AtomicBool>);

    impl CtrlC {
        /// Begins to notice Ctrl-C, which does not end the program from now on.
        ///
        /// # Errors
        /// When the system does not report signals.
        pub fn listen() -> io::Result<CtrlC> {
            let pressed = Arc::<AtomicBool>::default();
            flag::register(SIGINT, Arc::clone(&pressed))?;
            Ok(CtrlC(pressed))
        }

        /// Whether Ctrl-C was pressed since the last call of this function.
        pub fn take(&self) -> bool {
            self.0.swap(false, Ordering::Relaxed)
        }
    }

    /// Notices signals. The first signal ends the match in good order, the next one the program;
    /// the guard then ends the engines.
    #[derive(Debug)]
    pub struct Interrupt(Arc<AtomicUsize>);

    impl Interrupt {
        /// Begins to notice signals.
        ///
        /// # Errors
        /// When the system does not report signals.
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

        /// The name of the signal that came; `None` if none did.
        pub fn received(&self) -> Option<&'static str> {
            let number = self.0.load(Ordering::Relaxed);
            SIGNALS.iter().find(|(signal, _)| *signal as usize == number).map(|(_, name)| *name)
        }
    }
}

#[cfg(windows)]
mod this {
    use std::io;
    use std::process;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// How often Ctrl-C or Ctrl-Break was pressed since the first listener came. The system calls
    /// one handler, so all listeners share it.
    static PRESSED: AtomicUsize = AtomicUsize::new(0);

    /// The number of presses that ends the program.
    static LAST: AtomicUsize = AtomicUsize::new(usize::MAX);

    /// Begins to count, and gives the count so far.
    fn count() -> io::Result<usize> {
        static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
        let handler = HANDLER.get_or_init(|| {
            let counted = ctrlc::set_handler(|| {
                let pressed = PRESSED.fetch_add(1, Ordering::Relaxed) + 1;
                if pressed >= LAST.load(Ordering::Relaxed) {
                    process::exit(1);
                }
            });
            counted.map_err(|error| error.to_string())
        });
        handler.clone().map_err(io::Error::other)?;
        Ok(PRESSED.load(Ordering::Relaxed))
    }

    /// Notices each Ctrl-C, for a program that decides itself what to do then.
    #[derive(Debug)]
    pub struct CtrlC {
        seen: AtomicUsize,
    }

    impl CtrlC {
        /// Begins to notice Ctrl-C, which does not end the program from now on.
        ///
        /// # Errors
        /// When the system does not report it.
        pub fn listen() -> io::Result<CtrlC> {
            Ok(CtrlC { seen: AtomicUsize::new(count()?) })
        }

        /// Whether Ctrl-C was pressed since the last call of this function.
        pub fn take(&self) -> bool {
            let pressed = PRESSED.load(Ordering::Relaxed);
            self.seen.swap(pressed, Ordering::Relaxed) != pressed
        }
    }

    /// Notices Ctrl-C and Ctrl-Break. The first one ends the match in good order, the next one the
    /// program; the system then ends the engines.
    #[derive(Debug)]
    pub struct Interrupt {
        before: usize,
    }

    impl Interrupt {
        /// Begins to notice them.
        ///
        /// # Errors
        /// When the system does not report them.
        pub fn listen() -> io::Result<Interrupt> {
            let before = count()?;
            LAST.store(before + 2, Ordering::Relaxed);
            Ok(Interrupt { before })
        }

        /// What was pressed; `None` if nothing was.
        pub fn received(&self) -> Option<&'static str> {
            (PRESSED.load(Ordering::Relaxed) > self.before).then_some("Ctrl-C")
        }
    }
}

pub use this::{CtrlC, Interrupt};
