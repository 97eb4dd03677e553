//! Principal variation search: how a node is searched, what is not searched, and what is searched deeper or less deep.

use std::sync::LazyLock;

use shakmaty::{Move, Position as _};
use smallvec::SmallVec;

use super::{
    Wdl,
    code::Code,
    exchange,
    history::Landing,
    order::{Hints, Picker},
    table::{Entry, Table},
    worker::{MAX_PLY, Worker},
};
use crate::{
    board::Board,
    score::{Bound, Score},
};

const MATE: i32 = Score::MATE.0;
pub(super) const INFINITE: i32 = Score::INFINITE.0;
/// Scores beyond are proven wins.
const PROVEN: i32 = Score::TABLE_WIN.0 - MAX_PLY as i32;

/// By how many plies late moves are searched less deep, in 1024ths, by depth and number of the move.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    let reduction = |depth: usize, number: usize| {
        let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
        (1024.0 * (0.75 + product / 2.3)) as i32
    };
    (0..MAX_PLY)
        .map(|depth| std::array::from_fn(|number| reduction(depth, number)))
        .collect()
});

/// What a node knows before its first move is made.
struct Node {
    ply: usize,
    depth: i32,
    pv: bool,
    cut: bool,
    check: bool,
    eval: i32,
    improving: bool,
    table_pv: bool,
}

impl Worker<'_> {
    /// The worth of a position, between the bounds or beyond them.
    pub(super) fn search(
        &mut self,
        board: &Board,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut: bool,
    ) -> i32 {
        let pv = beta - alpha > 1;
        let root = ply == 0;
        self.frame(ply).pv.clear();
        if depth <= 0 {
            return self.quiesce(board, ply, alpha, beta);
        }
        if self.count() {
            return 0;
        }
        if pv {
            self.seldepth = self.seldepth.max(ply);
        }
        let chess = board.chess();
        let check = chess.is_check();
        if !root {
            if self.is_drawn(board, ply) {
                return 0;
            }
            if ply >= MAX_PLY - 1 {
                return if check { 0 } else { self.look(board) };
            }
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frame(ply).excluded;
        let alone = excluded != Code::NONE;
        let entry = if alone {
            None
        } else {
            self.shared.table.probe(board.key(), ply)
        };
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);
        if let Some(entry) = entry
            && !pv
            && entry.depth >= depth
            && chess.halfmoves() < 90
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        if !root
            && !alone
            && let Some(score) = self.tables(board, ply, depth, alpha, beta)
        {
            return score;
        }

        let raw = match entry {
            _ if check => Table::NO_EVAL,
            Some(entry) if entry.eval != Table::NO_EVAL => entry.eval,
            _ if alone => self.frame(ply).eval,
            _ => self.look(board),
        };
        let eval = if check || alone {
            raw
        } else {
            corrected(raw, self.memory.history.correction(board))
        };
        self.frame(ply).eval = eval;
        let estimate = match entry {
            Some(entry) if !check && tightens(&entry, eval) => entry.score,
            _ => eval,
        };
        let earlier = [2, 4].map(|back| self.frames[ply + super::worker::BEFORE - back].eval);
        let compared = earlier.into_iter().find(|eval| *eval != Table::NO_EVAL);
        let improving = !check && compared.is_some_and(|earlier| eval > earlier);
        self.frame(ply + 1).excluded = Code::NONE;
        self.frame(ply + 2).killers = [Code::NONE; 2];

        let node = Node {
            ply,
            depth,
            pv,
            cut,
            check,
            eval,
            improving,
            table_pv: pv || entry.is_some_and(|entry| entry.pv),
        };
        if !pv
            && !check
            && !alone
            && let Some(score) = self.prune(board, &node, alpha, beta, estimate, entry.as_ref())
        {
            return score;
        }
        // Without a move from the table the order is a guess: look less deep and find one for next time.
        if (pv || cut) && depth >= 4 && table_move == Code::NONE && !alone {
            depth -= 1;
        }
        let node = Node { depth, ..node };
        self.try_moves(board, &node, alpha, beta, raw, entry)
    }

    /// What the tables of endings say, if that settles the node.
    fn tables(
        &mut self,
        board: &Board,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let tables = self.shared.tables?;
        let chess = board.chess();
        if chess.halfmoves() != 0
            || board.pieces().occupied().count() > tables.pieces()
            || chess.castles().any()
        {
            return None;
        }
        let wdl = tables.wdl(chess)?;
        self.hits += 1;
        let won = Score::TABLE_WIN.0 - ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (won, Bound::Lower),
            Wdl::Loss => (-won, Bound::Upper),
            Wdl::CursedWin => (1, Bound::Exact),
            Wdl::BlessedLoss => (-1, Bound::Exact),
            Wdl::Draw => (0, Bound::Exact),
        };
        let entry = Entry {
            code: Code::NONE,
            score,
            eval: Table::NO_EVAL,
            depth: (depth + 6).min(MAX_PLY as i32 - 1),
            bound,
            pv: false,
        };
        settles(&entry, alpha, beta).then(|| {
            self.shared.table.store(board.key(), ply, entry);
            score
        })
    }

    /// Ways to see without trying all moves that a node fails high or low.
    fn prune(
        &mut self,
        board: &Board,
        node: &Node,
        alpha: i32,
        beta: i32,
        estimate: i32,
        entry: Option<&Entry>,
    ) -> Option<i32> {
        let &Node {
            ply,
            depth,
            eval,
            improving,
            ..
        } = node;
        // Reverse futility: so far above beta that the opponent's best reply will not change it.
        let margin = 80 * (depth - i32::from(improving));
        if depth <= 8 && estimate - margin >= beta && estimate < PROVEN && beta > -PROVEN {
            return Some((estimate + beta) / 2);
        }
        // Razoring: so far below alpha that only a capture could help.
        if depth <= 3 && estimate + 200 * depth + 50 < alpha {
            let score = self.quiesce(board, ply, alpha, alpha + 1);
            if score <= alpha {
                return Some(score);
            }
        }
        // Null move: if even doing nothing is good enough, a move is too.
        let passed =
            self.frames[ply + super::worker::BEFORE - 1].landing == Landing::NONE && ply > 0;
        if depth >= 3
            && !passed
            && estimate >= beta
            && eval + 25 * depth - 100 >= beta
            && beta > -PROVEN
            && board.has_pieces()
            && let Some(next) = board.pass()
        {
            let reduction = 3 + depth / 3 + ((estimate - beta) / 200).min(3);
            self.shared.table.prefetch(next.key());
            self.keys.push(board.key());
            let doubled = self.frame(ply).doubled;
            self.frame(ply).landing = Landing::NONE;
            let child = self.frame(ply + 1);
            child.reversible = 0;
            child.doubled = doubled;
            let score = -self.search(
                &next,
                ply + 1,
                -beta,
                -beta + 1,
                depth - reduction,
                !node.cut,
            );
            self.leave();
            if self.halted {
                return Some(0);
            }
            if score >= beta {
                return Some(if score >= PROVEN { beta } else { score });
            }
        }
        // ProbCut: a good capture that is far above beta at low depth will be above it at full depth.
        let goal = beta + 180 - 50 * i32::from(improving);
        let hopeless = entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < goal);
        if depth >= 5 && beta.abs() < PROVEN && !hopeless {
            return self.prob_cut(
                board,
                node,
                goal,
                entry.map_or(Code::NONE, |entry| entry.code),
            );
        }
        None
    }

    fn prob_cut(&mut self, board: &Board, node: &Node, goal: i32, table_move: Code) -> Option<i32> {
        let &Node {
            ply, depth, eval, ..
        } = node;
        let moves = board.noisy_moves();
        for (_, mv) in super::order::by_victim(board, &moves, &self.memory.history, table_move) {
            if !exchange::wins(board.chess(), mv, goal - eval) {
                continue;
            }
            let next = self.enter(board, ply, mv);
            let mut score = -self.quiesce(&next, ply + 1, -goal, -goal + 1);
            if score >= goal {
                score = -self.search(&next, ply + 1, -goal, -goal + 1, depth - 4, !node.cut);
            }
            self.leave();
            if self.halted {
                return Some(0);
            }
            if score >= goal {
                let entry = Entry {
                    code: Code::of(mv),
                    score,
                    eval: eval.clamp(-PROVEN, PROVEN),
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.table.store(board.key(), ply, entry);
                return Some(score);
            }
        }
        None
    }

    fn try_moves(
        &mut self,
        board: &Board,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        raw: i32,
        entry: Option<Entry>,
    ) -> i32 {
        let &Node {
            ply,
            depth,
            pv,
            check,
            eval,
            improving,
            ..
        } = node;
        let root = ply == 0;
        let excluded = self.frame(ply).excluded;
        let alone = excluded != Code::NONE;
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);
        let before = self.before(ply);
        let hints = Hints {
            table: if root {
                self.moves
                    .get(self.done)
                    .map_or(table_move, |first| Code::of(first.mv))
            } else {
                table_move
            },
            killers: self.frame(ply).killers,
            counter: self.memory.history.counter(before[0]),
            before,
        };
        let legal = board.chess().legal_moves();
        if legal.is_empty() {
            return match (alone, check) {
                (true, _) => alpha,
                (false, true) => ply as i32 - MATE,
                (false, false) => 0,
            };
        }
        let color = board.turn();
        let old_alpha = alpha;
        let has_pieces = board.has_pieces();
        let mut picker = Picker::new(board, &legal, &self.memory.history, &hints);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut quiets: SmallVec<[Move; 32]> = SmallVec::new();
        let mut captures: SmallVec<[Move; 16]> = SmallVec::new();
        let mut only_noisy = false;

        while let Some(pick) = picker.next(board, &self.memory.history, &hints) {
            let (mv, quiet) = (pick.mv, pick.quiet);
            let code = Code::of(mv);
            if code == excluded || only_noisy && quiet {
                continue;
            }
            if root && !self.moves[self.done..].iter().any(|root| root.mv == mv) {
                continue;
            }
            number += 1;
            let mut reduction =
                REDUCTIONS[depth.clamp(0, MAX_PLY as i32 - 1) as usize][number.min(63)];

            if !root && best > -PROVEN && has_pieces {
                let shallow = (depth - reduction / 1024).max(0);
                if quiet {
                    // Late move pruning: the good ones came first.
                    if number > (4 + (depth * depth) as usize) / (2 - usize::from(improving)) {
                        only_noisy = true;
                        continue;
                    }
                    // Futility: what is this far below alpha is not saved by a quiet move.
                    if !check && shallow <= 7 && eval + 100 + 95 * shallow <= alpha {
                        only_noisy = true;
                        continue;
                    }
                    if shallow <= 4 && pick.history < -3500 * depth {
                        continue;
                    }
                    if !exchange::wins(board.chess(), mv, -24 * shallow * shallow) {
                        continue;
                    }
                } else if !exchange::wins(board.chess(), mv, -100 * depth) {
                    continue;
                }
            }

            let mut extension = 0;
            if !root
                && code == table_move
                && !alone
                && let Some(entry) = entry
            {
                match self.singular(board, node, &entry, beta) {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(score) => return score,
                }
                if self.halted {
                    return 0;
                }
            }
            let nodes_before = self.nodes;
            let next = self.enter(board, ply, mv);
            let gives_check = next.chess().is_check();
            if extension == 0
                && gives_check
                && ply < 2 * self.depth as usize
                && exchange::wins(board.chess(), mv, 0)
            {
                extension = 1;
            }
            if extension == 2 {
                self.frame(ply + 1).doubled += 1;
            }
            let full = depth - 1 + extension;

            let mut score = -INFINITE;
            if depth >= 2 && number > 1 + usize::from(root) {
                if quiet {
                    reduction -= pick.history * 1024 / 9000;
                    if hints.killers.contains(&code) || hints.counter == code {
                        reduction -= 1024;
                    }
                } else {
                    reduction -= 512 + pick.history * 1024 / 10_000;
                }
                reduction += 1024 * i32::from(!improving) / 2;
                reduction += 1536 * i32::from(node.cut);
                reduction -= 1024 * i32::from(node.table_pv);
                reduction -= 512 * i32::from(pv);
                reduction -= 1024 * i32::from(gives_check || check);
                let reduced = (full - reduction / 1024).clamp(1, full.max(1));
                score = -self.search(&next, ply + 1, -alpha - 1, -alpha, reduced, true);
                if score > alpha && reduced < full {
                    let deeper = i32::from(score > best + 60 && best > -PROVEN);
                    let shallower = i32::from(score < best + 8);
                    let again = full + deeper - shallower;
                    if again > reduced {
                        score = -self.search(&next, ply + 1, -alpha - 1, -alpha, again, !node.cut);
                    }
                }
            } else if !pv || number > 1 {
                score = -self.search(&next, ply + 1, -alpha - 1, -alpha, full, !node.cut);
            }
            if pv && (number == 1 || score > alpha) {
                score = -self.search(&next, ply + 1, -beta, -alpha, full, false);
            }
            self.leave();
            if self.halted {
                return 0;
            }
            if root {
                self.note_root(mv, score, number, alpha, nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if pv {
                        self.extend_pv(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            } else {
                captures.push(mv);
            }
        }
        if number == 0 {
            return if alone {
                old_alpha
            } else {
                best.max(old_alpha)
            };
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(color, node, mv, &quiets, &captures, before);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if alpha > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !alone {
            if !(root && self.done > 0) {
                let entry = Entry {
                    code: best_move.map_or(Code::NONE, Code::of),
                    score: best,
                    eval: raw,
                    depth,
                    bound,
                    pv: node.table_pv,
                };
                self.shared.table.store(board.key(), ply, entry);
            }
            let fits = match bound {
                Bound::Exact => true,
                Bound::Lower => best > eval,
                Bound::Upper => best < eval,
            };
            let calm = best_move.is_none_or(super::order::is_quiet);
            if !check && calm && fits && best.abs() < PROVEN {
                self.memory.history.correct(board, best - raw, depth);
            }
        }
        best
    }

    /// Whether the table's move is so much better than all others that it should be looked at more closely.
    fn singular(&mut self, board: &Board, node: &Node, entry: &Entry, beta: i32) -> Singular {
        let &Node { ply, depth, pv, .. } = node;
        if depth < 8
            || ply >= 2 * self.depth as usize
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || entry.score.abs() >= PROVEN
        {
            return Singular::Extend(0);
        }
        let goal = entry.score - 2 * depth;
        self.frame(ply).excluded = entry.code;
        let score = self.search(board, ply, goal - 1, goal, (depth - 1) / 2, node.cut);
        self.frame(ply).excluded = Code::NONE;
        if score < goal {
            let far = !pv && score < goal - 16 && self.frame(ply).doubled < 6;
            Singular::Extend(1 + i32::from(far))
        } else if goal >= beta && !pv {
            // Several moves are good enough: so is the node.
            Singular::Cut(goal)
        } else if entry.score >= beta {
            Singular::Extend(-2)
        } else if node.cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }

    fn note_root(&mut self, mv: Move, score: i32, number: usize, alpha: i32, nodes_before: u64) {
        let nodes = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let pv = std::mem::take(&mut self.frame(1).pv);
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            if number == 1 || score > alpha {
                root.score = score;
                root.seldepth = seldepth;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(&pv);
            } else {
                root.score = -INFINITE;
            }
        }
        self.frame(1).pv = pv;
    }

    fn extend_pv(&mut self, ply: usize, mv: Move) {
        let below = std::mem::take(&mut self.frame(ply + 1).pv);
        let pv = &mut self.frame(ply).pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below);
        self.frame(ply + 1).pv = below;
    }

    /// A move caused a cutoff: it is praised, and those tried before it are blamed.
    fn learn(
        &mut self,
        color: shakmaty::Color,
        node: &Node,
        mv: Move,
        quiets: &[Move],
        captures: &[Move],
        before: [Landing; 3],
    ) {
        let bonus = (160 * node.depth - 80).min(1600);
        let history = &mut self.memory.history;
        if super::order::is_quiet(mv) {
            history.learn_quiet(mv, color, before, bonus);
            for quiet in quiets {
                history.learn_quiet(*quiet, color, before, -bonus);
            }
            let code = Code::of(mv);
            history.set_counter(before[0], code);
            let killers = &mut self.frame(node.ply).killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
        } else {
            history.learn_capture(mv, color, bonus);
        }
        for capture in captures {
            self.memory.history.learn_capture(*capture, color, -bonus);
        }
    }

    /// Only captures, until nothing is left that could change much.
    pub(super) fn quiesce(&mut self, board: &Board, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        let pv = beta - alpha > 1;
        self.frame(ply).pv.clear();
        if self.count() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_drawn(board, ply) {
            return 0;
        }
        let chess = board.chess();
        let check = chess.is_check();
        if ply >= MAX_PLY - 1 {
            return if check { 0 } else { self.look(board) };
        }
        let entry = self.shared.table.probe(board.key(), ply);
        if let Some(entry) = entry
            && !pv
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut raw = Table::NO_EVAL;
        if !check {
            raw = match entry {
                Some(entry) if entry.eval != Table::NO_EVAL => entry.eval,
                _ => self.look(board),
            };
            best = corrected(raw, self.memory.history.correction(board));
            if let Some(entry) = entry
                && tightens(&entry, best)
            {
                best = entry.score;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let moves = if check {
            chess.legal_moves()
        } else {
            board.noisy_moves()
        };
        if check && moves.is_empty() {
            return ply as i32 - MATE;
        }
        let futile = best + 180;
        let mut best_move = Code::NONE;
        let table_move = entry.map_or(Code::NONE, |entry| entry.code);
        for (_, mv) in super::order::by_victim(board, &moves, &self.memory.history, table_move) {
            if best > -PROVEN {
                if !check {
                    let victim = mv.capture().map_or(0, exchange::worth)
                        + mv.promotion().map_or(0, exchange::worth);
                    if futile + victim <= alpha {
                        best = best.max((futile + victim).min(alpha));
                        continue;
                    }
                } else if super::order::is_quiet(mv) {
                    continue;
                }
                if !exchange::wins(chess, mv, 0) {
                    continue;
                }
            }
            let next = self.enter(board, ply, mv);
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha);
            self.leave();
            if self.halted {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Code::of(mv);
                    if pv {
                        self.extend_pv(ply, mv);
                    }
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        let entry = Entry {
            code: best_move,
            score: best,
            eval: raw,
            depth: 0,
            bound: if best >= beta {
                Bound::Lower
            } else if alpha > old_alpha && best_move != Code::NONE {
                Bound::Exact
            } else {
                Bound::Upper
            },
            pv: pv && entry.is_some_and(|entry| entry.pv),
        };
        self.shared.table.store(board.key(), ply, entry);
        best
    }
}

enum Singular {
    /// Search it by so many plies deeper.
    Extend(i32),
    /// The node fails high anyway.
    Cut(i32),
}

/// Whether what the table knows is enough to know that the score lies outside the bounds, or what it is.
fn settles(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// Whether what the table knows is a better estimate than the evaluation.
fn tightens(entry: &Entry, eval: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    }
}

fn corrected(eval: i32, correction: i32) -> i32 {
    (eval + correction).clamp(1 - PROVEN, PROVEN - 1)
}
