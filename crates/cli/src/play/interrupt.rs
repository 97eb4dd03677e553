//! Ctrl-C while the console is not asking: it stops whoever thinks, and a game that is only watched waits. It never ends the
//! game. A script has no such key: there the program ends as any other.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use qaissa_engine::Signal;

/// Hears Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Interrupt {
    /// Whoever thinks at the moment.
    thinking: Arc<Mutex<Option<Arc<Signal>>>>,
    pressed: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on, if somebody is there to press the keys.
    pub(super) fn listen(interactive: bool) -> Interrupt {
        let interrupt = Interrupt::default();
        if interactive {
            let (heard, waiting) = (interrupt.clone(), thread::current());
            let handler = move || {
                heard.pressed.store(true, Ordering::Release);
                if let Some(signal) = heard.slot().as_ref() {
                    signal.stop();
                }
                waiting.unpark();
            };
            // Without it an interrupt ends the program, as it does everywhere.
            let _ = ctrlc::set_handler(handler);
        }
        interrupt
    }

    /// Lets somebody think who can be stopped.
    pub(super) fn during<T>(&self, think: impl FnOnce(&Signal) -> T) -> T {
        let signal = Arc::new(Signal::new());
        *self.slot() = Some(Arc::clone(&signal));
        let thought = think(&signal);
        *self.slot() = None;
        thought
    }

    /// Whether the keys were pressed since the last look.
    pub(super) fn was_pressed(&self) -> bool {
        self.pressed.swap(false, Ordering::AcqRel)
    }

    /// Waits so long, or until the keys are pressed.
    pub(super) fn wait(&self, time: Duration) {
        let began = Instant::now();
        while let Some(left) = time.checked_sub(began.elapsed()) {
            if left.is_zero() || self.pressed.load(Ordering::Acquire) {
                break;
            }
            thread::park_timeout(left);
        }
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<Signal>>> {
        // A signal is whole at any time, whatever happened to the thread that held it.
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
