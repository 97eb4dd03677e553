//! Another program that judges boards, over UCI. What it says is checked: a move that is not legal on the board, or an answer without a
//! score, is a failure that names the program.

use std::time::Duration;

use qaissa_core::{Refusal, quoted};
use qaissa_engine::{
    Signal,
    appraise::{Appraisal, AppraiseError, Appraiser, Judged},
    bot::OwnLimits,
};
use qaissa_uci::client::{Client, ClientError, Go, Info, Position, Program, Timeouts};
use qaissa_words::{Spoken, msg};
use shakmaty::{Chess, EnPassantMode, fen::Fen, uci::UciMove};

/// What a program may remember from the boards before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remembers {
    /// Nothing, so that its word does not depend on the order of questions.
    Nothing,
    /// Everything until the next game.
    BetweenBoards,
}

/// Another program that judges boards.
pub(crate) struct ProgramAppraiser {
    program: Program,
    timeouts: Timeouts,
    remembers: Remembers,
    /// `None` until it is started.
    client: Option<Client>,
}

impl ProgramAppraiser {
    /// A program that is started when it is first asked.
    pub(super) fn later(program: Program, remembers: Remembers) -> ProgramAppraiser {
        ProgramAppraiser {
            program,
            timeouts: Timeouts::default(),
            remembers,
            client: None,
        }
    }

    /// A search of one small board that takes half a minute will never end.
    pub(super) fn patience(&mut self, limits: &OwnLimits) {
        const SMALL_DEPTH: u32 = 15;
        const SMALL_NODES: u64 = 5_000_000;
        let small = limits.depth.is_none_or(|depth| depth <= SMALL_DEPTH)
            && limits.nodes.is_none_or(|nodes| nodes <= SMALL_NODES);
        if small {
            self.timeouts.longest = Duration::from_secs(30);
        }
    }

    pub(super) fn client(&mut self) -> Result<&mut Client, ClientError> {
        if self.client.is_none() {
            self.client = Some(Client::start(&self.program, self.timeouts)?);
        }
        // It is there now; a program that is not is told like one that is not found.
        self.client.as_mut().ok_or_else(|| ClientError::NotFound {
            program: self.program.path.clone(),
        })
    }

    /// Asks once more if the program does not answer: the client has ended it and starts it again. One that crashes the client
    /// starts again by itself.
    fn twice<T>(
        &mut self,
        question: impl Fn(&mut Client) -> Result<T, ClientError>,
    ) -> Result<T, AppraiseError> {
        let answer = self.client().and_then(|client| match question(client) {
            Err(ClientError::Silent { .. }) => question(client),
            answer => answer,
        });
        answer.map_err(|error| AppraiseError::Engine(error.message()))
    }

    fn judged(&self, position: &Chess, line: &Info) -> Result<Judged, AppraiseError> {
        let text = line.pv.first().map_or("", String::as_str);
        let read = text.parse::<UciMove>().ok();
        let mv = read.and_then(|uci| uci.to_move(position).ok());
        let illegal = || {
            AppraiseError::Engine(msg!(
                "bot-illegal",
                bot = self.program.path.as_str(),
                mv = quoted(text),
                reason = Refusal::NotLegal.message(),
            ))
        };
        Ok(Judged {
            mv: mv.ok_or_else(illegal)?,
            score: line.score,
        })
    }
}

impl Appraiser for ProgramAppraiser {
    fn appraise(
        &mut self,
        position: &Chess,
        lines: usize,
        limits: &OwnLimits,
        signal: &Signal,
    ) -> Result<Appraisal, AppraiseError> {
        let asked = Position {
            fen: Some(Fen::from_position(position, EnPassantMode::Legal).to_string()),
            moves: Vec::new(),
        };
        let go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime,
            multi_pv: Some(lines),
            ..Go::default()
        };
        let fresh = self.remembers == Remembers::Nothing;
        let answer = self.twice(|client| {
            if fresh {
                client.new_game()?;
            }
            client.go(&asked, &go, signal)
        })?;
        if answer.lines.is_empty() {
            let program = self.program.path.as_str();
            let message = msg!("engine-no-score", program = program);
            return Err(AppraiseError::Engine(message));
        }
        let judged = answer.lines.iter().map(|line| self.judged(position, line));
        Ok(Appraisal {
            lines: judged.collect::<Result<_, _>>()?,
            depth: answer
                .lines
                .iter()
                .map(|line| line.depth)
                .max()
                .unwrap_or(0),
            nodes: answer.nodes.unwrap_or(0),
        })
    }

    fn forget(&mut self) -> Result<(), AppraiseError> {
        self.twice(Client::new_game)
    }
}
