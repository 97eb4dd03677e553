//! Where the answers go: whole lines, each at once.
//!
//! Desk and worker write to the same stream, so a line is written and flushed under one lock. When the
//! other side is gone nothing more is written, and the first fault is kept for the end.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use qaissa_words::{Lang, Message};

struct Stream {
    to: Box<dyn Write + Send>,
    fault: Option<io::Error>,
}

/// The stream of answers; copies write to the same.
#[derive(Clone)]
pub(crate) struct Output {
    stream: Arc<Mutex<Stream>>,
    lang: Lang,
}

impl Output {
    pub(crate) fn new(to: impl Write + Send + 'static, lang: Lang) -> Output {
        let stream = Stream {
            to: Box::new(to),
            fault: None,
        };
        Output {
            stream: Arc::new(Mutex::new(stream)),
            lang,
        }
    }

    /// Writes lines, nobody else's between them.
    pub(crate) fn say(&self, lines: &str) {
        let mut stream = self.lock();
        if stream.fault.is_none() {
            let line = format!("{lines}\n");
            let written = stream.to.write_all(line.as_bytes());
            stream.fault = written.and_then(|()| stream.to.flush()).err();
        }
    }

    /// Tells a person something, as the protocol lets programs do.
    pub(crate) fn tell(&self, message: &Message) {
        for line in message.say(self.lang).lines() {
            self.say(&format!("info string {line}"));
        }
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().fault.is_some()
    }

    /// The fault that ended the writing, if there was one.
    pub(crate) fn take_fault(&self) -> Option<io::Error> {
        self.lock().fault.take()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
