//! The trait and the game with what chess does not have: moves with outcomes, turns of two steps, and
//! an end that chance settles. The rule set is a toy with all three, made to be checked by hand.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use qaissa_core::{
    Branch, Chance, Chances, Color, DrawRules, End, Face, Game, GameResult, Position, ReadStep,
    Reason, Refusal, Ruling, Square, Variant, Written, certain, perft,
};

/// A turn: name a coin (`a` or `b`), which falls on 0 or 1 (`a` evenly, `b` on 1 three times of four);
/// then, if it fell on 1, say `+` or `=` to count it or not. Four counted coins win. Twelve turns without
/// counting end the game, and chance says who wins; so does the third occurrence of a position.
#[derive(Clone, Debug, PartialEq)]
struct Coins {
    turn: Color,
    counted: [u32; 2],
    quiet: u32,
    fallen: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Coin(char),
    Count(bool),
}

impl Coins {
    fn new() -> Coins {
        Coins {
            turn: Color::White,
            counted: [0, 0],
            quiet: 0,
            fallen: false,
        }
    }

    fn pass_on(&mut self) {
        self.turn = !self.turn;
        self.fallen = false;
    }
}

impl Position for Coins {
    type Move = Step;
    type Moves = Vec<Step>;
    type Outcome = u8;

    fn turn(&self) -> Color {
        self.turn
    }

    fn mid_turn(&self) -> bool {
        self.fallen
    }

    fn legal_moves(&self) -> Vec<Step> {
        if self.fallen {
            vec![Step::Count(true), Step::Count(false)]
        } else {
            vec![Step::Coin('a'), Step::Coin('b')]
        }
    }

    fn outcomes(&self, mv: &Step) -> Chances<u8> {
        let one = match mv {
            Step::Coin('a') => 0.5,
            Step::Coin(_) => 0.75,
            Step::Count(_) => return certain(0),
        };
        [(0, 1.0 - one), (1, one)]
            .into_iter()
            .map(|(outcome, probability)| Chance {
                outcome,
                probability,
            })
            .collect()
    }

    fn pass(&self, mv: &Step) -> Option<f64> {
        match mv {
            Step::Coin(_) => Some(self.outcomes(mv)[1].probability),
            Step::Count(_) => None,
        }
    }

    fn play(&mut self, mv: &Step, outcome: &u8) {
        match (mv, outcome) {
            (Step::Coin(_), 1) => self.fallen = true,
            (Step::Count(true), _) => {
                self.counted[self.turn.fold_wb(0, 1)] += 1;
                self.quiet = 0;
                self.pass_on();
            }
            _ => {
                self.quiet += 1;
                self.pass_on();
            }
        }
    }

    fn end(&self) -> Option<End> {
        let winner = Color::ALL
            .into_iter()
            .find(|color| self.counted[color.fold_wb(0, 1)] == 4)?;
        Some(End::win(winner, Reason::Declared))
    }

    fn draw_rules(&self) -> DrawRules {
        DrawRules {
            claim_repetition: None,
            end_repetition: 3,
            claim_quiet: None,
            end_quiet: 12,
        }
    }

    fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    fn repeats(&self, earlier: &Coins) -> bool {
        (self.turn, self.counted) == (earlier.turn, earlier.counted)
    }

    fn settle(&self, reason: Reason) -> Chances<End> {
        let white =
            f64::from(1 + self.counted[0]) / f64::from(2 + self.counted[0] + self.counted[1]);
        [(Color::White, white), (Color::Black, 1.0 - white)]
            .into_iter()
            .map(|(winner, probability)| Chance {
                outcome: End::win(winner, reason),
                probability,
            })
            .collect()
    }

    fn key(&self) -> u64 {
        u64::from(self.counted[0] * 8 + self.counted[1])
    }

    fn read_step<'t>(&self, text: &'t str) -> Result<ReadStep<'t, Step, u8>, Refusal> {
        let mut letters = text.chars();
        let mv = match (letters.next(), self.fallen) {
            (Some(coin @ ('a' | 'b')), false) => Step::Coin(coin),
            (Some('+'), true) => Step::Count(true),
            (Some('='), true) => Step::Count(false),
            _ => return Err(Refusal::NotAMove),
        };
        let rest = letters.as_str();
        let (outcome, rest) = match (&mv, rest.strip_prefix('0'), rest.strip_prefix('1')) {
            (Step::Coin(_), Some(rest), _) => (Some(0), rest),
            (Step::Coin(_), _, Some(rest)) => (Some(1), rest),
            (Step::Coin(_), None, None) => (None, rest),
            (Step::Count(_), ..) => (Some(0), rest),
        };
        Ok(ReadStep { mv, outcome, rest })
    }

    fn write_move(&self, mv: &Step) -> String {
        match mv {
            Step::Coin(coin) => coin.to_string(),
            Step::Count(true) => "+".to_owned(),
            Step::Count(false) => "=".to_owned(),
        }
    }

    fn write_step(&self, mv: &Step, outcome: &u8, text: &mut String) {
        text.push_str(&self.write_move(mv));
        if let Step::Coin(_) = mv {
            text.push_str(&outcome.to_string());
        }
    }

    fn fen(&self) -> String {
        format!("{} {} {}", self.counted[0], self.counted[1], self.quiet)
    }

    fn face(&self, _: Square) -> Option<Face> {
        None
    }

    fn branches(&self) -> Vec<Branch> {
        Vec::new()
    }
}

fn coins() -> Game<Coins> {
    Game::new(Variant::default(), None, Coins::new())
}

fn tokens(game: &Game<Coins>) -> Vec<&str> {
    game.turns()
        .iter()
        .map(|turn| turn.token.as_str())
        .collect()
}

#[test]
fn a_turn_of_two_steps_is_one_token() {
    let mut game = coins();
    game.play_line(["a1+", "b0", "b1="]).unwrap();
    assert_eq!(tokens(&game), ["a1+", "b0", "b1="]);
    assert_eq!(game.turns()[0].pass, Some(0.5));
    assert_eq!(game.positions().len(), 6);
    assert_eq!(game.position().turn(), Color::Black);
    assert!(game.undo());
    assert_eq!((game.turns().len(), game.positions().len()), (2, 4));
}

#[test]
fn the_second_step_may_come_later() {
    let mut game = coins();
    game.play_text("a1").unwrap();
    assert!(game.position().mid_turn());
    assert_eq!(tokens(&game), ["a1"]);
    assert_eq!(game.position().turn(), Color::White);
    game.play_text("+").unwrap();
    assert_eq!(tokens(&game), ["a1+"]);
    assert_eq!(game.position().turn(), Color::Black);
}

#[test]
fn a_refused_second_step_takes_the_first_back() {
    let mut game = coins();
    let refused = |game: &mut Game<Coins>, text: &str| game.play_text(text).unwrap_err().refusal;
    assert_eq!(refused(&mut game, "a1x"), Refusal::NotAMove);
    assert_eq!(
        refused(&mut game, "a0+"),
        Refusal::Trailing { rest: "+".into() }
    );
    assert_eq!(refused(&mut game, "a1+.w"), Refusal::OutcomeImpossible);
    assert_eq!(game.positions().len(), 1);
    game.play_text("a1").unwrap();
    assert_eq!(
        refused(&mut game, "+x"),
        Refusal::Trailing { rest: "x".into() }
    );
    assert_eq!((tokens(&game), game.positions().len()), (vec!["a1"], 2));
}

#[test]
fn an_outcome_that_is_not_written_must_be_drawn() {
    let mut game = coins();
    assert_eq!(
        game.play_text("a").unwrap_err().refusal,
        Refusal::OutcomeMissing
    );
    let mut draws = vec![0.3, 0.2].into_iter();
    let mut uniform = move || draws.next().unwrap();
    game.play_text_drawing("b", &mut uniform).unwrap();
    assert_eq!(tokens(&game), ["b1"]);
    game.play_text("=").unwrap();
    game.play_text_drawing("b", &mut uniform).unwrap();
    assert_eq!(tokens(&game), ["b1=", "b0"]);
}

#[test]
fn what_is_written_may_be_forced_and_the_rest_drawn() {
    let mut game = coins();
    let forced = |game: &mut Game<Coins>, text: &str, number: f64| {
        game.play_text_with(text, Written::Forced, &mut || number)
    };
    assert_eq!(forced(&mut game, "b0", 0.9), Ok(false));
    assert_eq!(forced(&mut game, "b", 0.9), Ok(true));
    assert_eq!(forced(&mut game, "+", 0.9), Ok(false));
    assert_eq!(forced(&mut game, "b1=", 0.1), Ok(false));
    assert_eq!(tokens(&game), ["b0", "b1+", "b1="]);
    let rest = "+".to_owned();
    assert_eq!(
        forced(&mut game, "b+", 0.9).unwrap_err().refusal,
        Refusal::Undecided { rest }
    );
    let refused = game.play_text_with("b1", Written::Refused, &mut || 0.9);
    assert_eq!(refused.unwrap_err().refusal, Refusal::NotChosen);
    assert_eq!(tokens(&game).len(), 3);
    for (text, token, drawn) in [("b0", "b0.w", true), ("b0.b", "b0.b", false)] {
        let mut game = before_the_third_occurrence();
        assert_eq!(forced(&mut game, text, 0.6), Ok(drawn));
        assert_eq!(tokens(&game).last(), Some(&token));
    }
}

#[test]
fn an_impossible_outcome_is_refused() {
    let mut game = coins();
    let ruling = Ruling {
        outcome: 2,
        verdict: None,
    };
    assert_eq!(
        game.play(&Step::Coin('a'), &ruling),
        Err(Refusal::OutcomeImpossible)
    );
    assert_eq!(
        game.play(&Step::Count(true), &ruling),
        Err(Refusal::NotLegal)
    );
}

/// White has counted one coin, and Black is to move for the second time; a 0 makes it the third.
fn before_the_third_occurrence() -> Game<Coins> {
    let mut game = coins();
    game.play_line(["a1+", "a0", "a0", "a0"]).unwrap();
    assert_eq!((game.occurrences(), game.end()), (2, None));
    game
}

#[test]
fn an_end_that_chance_settles_lists_its_verdicts() {
    let game = before_the_third_occurrence();
    let chances = game.chances(&Step::Coin('b'));
    let listed: Vec<_> = chances
        .iter()
        .map(|chance| {
            (
                chance.outcome.outcome,
                chance.outcome.verdict,
                chance.probability,
            )
        })
        .collect();
    let wins = |winner| Some(GameResult::Decisive { winner });
    assert_eq!(listed.len(), 3);
    for (found, expected) in listed.iter().zip([
        (0, wins(Color::White), 0.25 * 2.0 / 3.0),
        (0, wins(Color::Black), 0.25 / 3.0),
        (1, None, 0.75),
    ]) {
        assert_eq!((found.0, found.1), (expected.0, expected.1));
        assert!((found.2 - expected.2).abs() < 1e-12, "{found:?}");
    }
}

#[test]
fn the_verdict_is_written_behind_the_turn_that_it_ends() {
    let refused = before_the_third_occurrence().play_text("b0").unwrap_err();
    assert_eq!(refused.refusal, Refusal::OutcomeMissing);
    let refused = before_the_third_occurrence().play_text("b0.d").unwrap_err();
    assert_eq!(refused.refusal, Refusal::OutcomeImpossible);
    for (text, winner) in [("b0.w", Color::White), ("b0.b", Color::Black)] {
        let mut game = before_the_third_occurrence();
        game.play_text(text).unwrap();
        assert_eq!(
            game.end(),
            Some(End::win(winner, Reason::ThreefoldRepetition))
        );
        assert_eq!(tokens(&game).last(), Some(&text));
    }
    for (number, winner) in [(0.6, Color::White), (0.7, Color::Black)] {
        let mut game = before_the_third_occurrence();
        let mut draws = vec![0.1, number].into_iter();
        game.play_text_drawing("b", &mut || draws.next().unwrap())
            .unwrap();
        assert_eq!(
            game.end().map(|end| end.result),
            Some(GameResult::Decisive { winner })
        );
    }
}

#[test]
fn an_end_on_the_turn_itself_comes_before_a_verdict() {
    let mut start = Coins::new();
    start.counted = [3, 0];
    start.quiet = 11;
    let mut game = Game::new(Variant::default(), None, start);
    game.play_text("a1+").unwrap();
    assert_eq!(game.end(), Some(End::win(Color::White, Reason::Declared)));
}

#[test]
fn too_many_turns_without_progress_are_settled_too() {
    let mut start = Coins::new();
    start.quiet = 11;
    let mut game = Game::new(Variant::default(), None, start);
    game.play_text("a0.b").unwrap();
    assert_eq!(game.end(), Some(End::win(Color::Black, Reason::FiftyMoves)));
}

#[test]
fn every_outcome_is_a_path_of_its_own() {
    // Two coins with two outcomes each; behind a 1 there are two ways to go on.
    assert_eq!(perft(&Coins::new(), 1), 4);
    assert_eq!(perft(&Coins::new(), 2), 2 * (4 + 2));
}
