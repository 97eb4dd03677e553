//! The protocol over a pair of streams: a thread that reads, one that thinks, and the desk between them.
//!
//! Nothing that is read can end the server but `quit` and the end of the input; lines of any length and any
//! bytes are read, too long ones without being kept.

use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc,
        mpsc::{self, SyncSender},
    },
    thread,
};

use qaissa_engine::Clock;
use qaissa_words::Lang;

use crate::{
    desk::{Desk, Event},
    output::Output,
    worker::Worker,
};

/// Longer lines are not commands; a game of six thousand moves is a line of 60 KB.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// How many events may wait for the desk before their senders have to.
const WAITING_EVENTS: usize = 64;

/// Speaks UCI until `quit` or the end of the input. What is said to people is said in a language; the seed
/// decides where the engine plays by chance: from its book, and below full strength. It also decides the outcomes of quantum
/// moves that nobody has written.
///
/// # Errors
/// If the answers cannot be written, or the threads cannot be started.
///
/// ```
/// use std::sync::Arc;
/// use qaissa_uci::clock::SystemClock;
/// use qaissa_words::Lang;
///
/// let input: &[u8] = b"isready\nquit\n";
/// let clock = Arc::new(SystemClock::start());
/// qaissa_uci::serve(input, std::io::sink(), clock, Lang::En, 1)?;
/// # Ok::<_, std::io::Error>(())
/// ```
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    clock: Arc<dyn Clock + Send + Sync>,
    lang: Lang,
    seed: u64,
) -> io::Result<()> {
    let output = Output::new(output, lang);
    let (events, heard) = mpsc::sync_channel(WAITING_EVENTS);
    let (jobs, to_do) = mpsc::channel();
    let worker = Worker::new(clock, seed, output.clone(), events.clone());
    thread::Builder::new()
        .name("worker".to_owned())
        .spawn(move || worker.run(to_do))?;
    // This thread may wait for input for ever, so nobody waits for it.
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(input, &events))?;
    Desk::new(output.clone(), jobs, seed).run(&heard);
    match output.take_fault() {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}

/// Sends lines until the input ends or nobody wants them.
fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut input, &mut line) {
        let event = if line.len() > LONGEST_LINE {
            Event::LongLine
        } else {
            Event::Line(String::from_utf8_lossy(&line).into_owned())
        };
        if events.send(event).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

/// Reads up to the end of a line, keeping just enough to know that it is too long; false at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use super::*;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        let mut input: &[u8] = b"uci\r\n\nquit";
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        assert_eq!(lines, ["uci\r", "", "quit"]);
    }

    #[test]
    fn a_long_line_is_not_kept() {
        let mut text = vec![b'x'; 3 * LONGEST_LINE];
        text.extend(b"\nuci\n");
        let mut input: &[u8] = &text;
        let mut line = Vec::new();
        assert!(read_line(&mut input, &mut line).unwrap());
        assert_eq!(line.len(), LONGEST_LINE + 1);
        assert!(read_line(&mut input, &mut line).unwrap());
        assert_eq!(line, b"uci");
    }
}
