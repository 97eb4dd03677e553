//! What everybody knows of the hidden types: the primaries, the bag, and what was announced. The odds
//! come from every deal of the bag there is, each weighted by how likely it makes what was seen.

use shakmaty::{Color, Role, Square};

/// The bag of a side.
const BAG: [(Role, usize); 5] = [
    (Role::Pawn, 8),
    (Role::Knight, 2),
    (Role::Bishop, 2),
    (Role::Rook, 2),
    (Role::Queen, 1),
];

#[derive(Clone, Copy, Debug)]
enum Event {
    /// The piece was touched in quantum state and was this.
    Announced(Role),
    /// Its primary, or else its secondary, became a queen.
    Promoted { primary: bool },
}

#[derive(Clone, Debug)]
struct Known {
    color: Color,
    primary: Role,
    events: Vec<Event>,
}

/// The knowledge that both players share when the secondaries are hidden from both.
///
/// ```
/// use qaissa_plain::touch::Belief;
/// use shakmaty::{Color, Role, Square};
///
/// let mut belief = Belief::new(&[(Square::B1, Role::Knight, Color::White)])?;
/// // Half of the time its primary, else one of fifteen, two of which are knights.
/// let knight = belief.odds(0)?[1];
/// assert_eq!(knight.0, Role::Knight);
/// assert!((knight.1 - (0.5 + 0.5 * 2.0 / 15.0)).abs() < 1e-12);
/// belief.announce(0, Role::Queen)?;
/// assert_eq!(belief.odds(0)?, [(Role::Knight, 0.5), (Role::Queen, 0.5)]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Belief {
    pieces: Vec<Known>,
}

impl Belief {
    /// The knowledge at the start, about these pieces with these primaries: the bag of 15 of each
    /// side was dealt uniformly to them and, if they are fewer, to others that are not asked about.
    /// A piece is named by its place in the list from now on, captured or not; a king may be in it.
    ///
    /// # Errors
    /// Says that two pieces share a square or that a bag is too small.
    pub fn new(primaries: &[(Square, Role, Color)]) -> Result<Belief, String> {
        for (place, (square, _, color)) in primaries.iter().enumerate() {
            if primaries[..place].iter().any(|(other, ..)| other == square) {
                return Err(format!("two pieces on {square}"));
            }
            let dealt = primaries
                .iter()
                .filter(|(_, role, side)| side == color && *role != Role::King);
            if dealt.count() > 15 {
                return Err(format!("more than 15 pieces are {color:?}"));
            }
        }
        let pieces = primaries
            .iter()
            .map(|&(_, primary, color)| Known {
                color,
                primary,
                events: Vec::new(),
            })
            .collect();
        Ok(Belief { pieces })
    }

    /// A piece in quantum state was touched, and it was this.
    ///
    /// # Errors
    /// Says that there is no such piece or that it cannot be this. Nothing is changed then.
    pub fn announce(&mut self, piece: usize, role: Role) -> Result<(), String> {
        self.learn(piece, Event::Announced(role))
    }

    /// A type of a piece, one that was a pawn, became a queen. Which of the two is known to all: the
    /// primary if that was a pawn, and else the secondary.
    ///
    /// # Errors
    /// Says that there is no such piece or that it cannot be. Nothing is changed then.
    pub fn promoted(&mut self, piece: usize, primary: bool) -> Result<(), String> {
        self.learn(piece, Event::Promoted { primary })
    }

    /// The probability of each type that a touch of this piece in quantum state would announce now,
    /// in the order of the types, without those that cannot be.
    ///
    /// # Errors
    /// Says that there is no such piece.
    pub fn odds(&self, piece: usize) -> Result<Vec<(Role, f64)>, String> {
        let color = self.known(piece)?.color;
        let mut sums = Role::ALL.map(|role| (role, 0.0));
        let mut total = 0.0;
        self.deals(color, &mut |weight, types| {
            total += weight;
            for (role, sum) in &mut sums {
                *sum += weight * showing(types[piece], *role);
            }
        });
        let mut odds = Vec::new();
        for (role, sum) in sums {
            if sum > 0.0 {
                odds.push((role, sum / total));
            }
        }
        Ok(odds)
    }

    fn known(&self, piece: usize) -> Result<&Known, String> {
        self.pieces
            .get(piece)
            .ok_or_else(|| format!("no piece {piece}"))
    }

    fn learn(&mut self, piece: usize, event: Event) -> Result<(), String> {
        let color = self.known(piece)?.color;
        let mut after = self.clone();
        after.pieces[piece].events.push(event);
        let mut total = 0.0;
        after.deals(color, &mut |weight, _| total += weight);
        if total <= 0.0 {
            return Err(format!("piece {piece}: {event:?} cannot be"));
        }
        *self = after;
        Ok(())
    }

    /// Calls `visit` with every deal to the pieces of a side that can be: how many ways there are to
    /// deal it times the likelihood of all that was seen, and the two types of every piece now.
    fn deals(&self, color: Color, visit: &mut dyn FnMut(f64, &[[Role; 2]])) {
        let now: Vec<[Role; 2]> = self.pieces.iter().map(|known| [known.primary; 2]).collect();
        self.deal(color, 0, BAG, 1.0, now, visit);
    }

    /// Deals to the pieces from `place` on, the rest of the bag being `bag`.
    fn deal(
        &self,
        color: Color,
        place: usize,
        bag: [(Role, usize); 5],
        weight: f64,
        now: Vec<[Role; 2]>,
        visit: &mut dyn FnMut(f64, &[[Role; 2]]),
    ) {
        let Some(known) = self.pieces.get(place) else {
            visit(weight, &now);
            return;
        };
        if known.color != color || known.primary == Role::King {
            // Nothing is dealt to these; a king can only be announced as one.
            let likelihood = match known.color == color {
                true => known.replay(Role::King).0,
                false => 1.0,
            };
            if likelihood > 0.0 {
                self.deal(color, place + 1, bag, weight, now, visit);
            }
            return;
        }
        for (index, (secondary, left)) in bag.into_iter().enumerate() {
            let (likelihood, types) = known.replay(secondary);
            let weight = weight * left as f64 * likelihood;
            if weight > 0.0 {
                let (mut bag, mut now) = (bag, now.clone());
                bag[index].1 -= 1;
                now[place] = types;
                self.deal(color, place + 1, bag, weight, now, visit);
            }
        }
    }
}

impl Known {
    /// How likely everything is that was seen of this piece, had it been dealt this secondary, and
    /// its two types in the end.
    fn replay(&self, secondary: Role) -> (f64, [Role; 2]) {
        let mut types = [self.primary, secondary];
        let mut likelihood = 1.0;
        for event in &self.events {
            match *event {
                Event::Announced(role) => likelihood *= showing(types, role),
                Event::Promoted { primary } => {
                    let pawn = types.iter().position(|&role| role == Role::Pawn);
                    let place = usize::from(!primary);
                    if pawn != Some(place) {
                        likelihood = 0.0;
                    }
                    types[place] = Role::Queen;
                }
            }
        }
        (likelihood, types)
    }
}

/// The probability that a touched piece of these two types shows a type.
fn showing(types: [Role; 2], role: Role) -> f64 {
    let shows = types.iter().filter(|&&shown| shown == role);
    shows.count() as f64 / 2.0
}
