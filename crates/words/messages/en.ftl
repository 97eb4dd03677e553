### What Qaissa says, in English. The Spanish file has the same keys with the same facts.
### Reasons and faults stand in the middle of a sentence: no capital, no full stop.

## Words

color-white = White
color-black = Black
a-pawn = a pawn
a-knight = a knight
a-bishop = a bishop
a-rook = a rook
a-queen = a queen
a-king = a king

## Rule sets

variant-chess = Chess
variant-chess960 = Chess960
variant-cantwell = Quantum chess with amplitudes (Cantwell)
variant-auden = Quantum chess with coins (Auden)
variant-gates = Quantum chess with gates
variant-touch = Touch chess (Akl)
variant-unknown = there is no rule set “{ $variant }”; there are { $known }
variant-no-options = “{ $variant }”: this rule set has no options, so not “{ $option }” either
variant-option = “{ $variant }”: there is no option “{ $option }” here, only { $known }
variant-value = “{ $variant }”: { $option } cannot be “{ $value }”, it is a number { $expected }
variant-not-playable = the rule set “{ $variant }” cannot be played in this version

## Ends

reason-checkmate = checkmate
reason-stalemate = stalemate
reason-king-lost = the king is captured
reason-no-moves = there is no legal move
reason-insufficient-material = neither side has the material to mate
reason-threefold-repetition = the position has occurred three times
reason-fivefold-repetition = the position has occurred five times
reason-fifty-moves = fifty moves without progress
reason-seventy-five-moves = seventy-five moves without progress
reason-resignation = resignation
reason-agreement = by agreement
reason-declared = as the record says
end-win = { $winner ->
    [white] White
   *[black] Black
} wins: { $reason }
end-draw = Draw: { $reason }
claim-none = there is no draw to claim: the position has not occurred three times, and there were no fifty moves without a capture or a pawn move

## Moves

ply-refused = ply { $ply }: { $error }
move-refused = { $mv } is not legal: { $reason }
move-unreadable = “{ $mv }” is not a move
refusal-not-a-move = that is not a move
refusal-not-legal = the rules do not allow it here
refusal-ambiguous = it could be any of { $candidates }
refusal-over = the game is over ({ $end })
refusal-outcome-missing = it can turn out in more than one way, and the text does not say which
refusal-outcome-impossible = it cannot turn out that way
refusal-trailing = there is “{ $rest }” behind a complete move
illegal-empty-square = there is no piece on { $square }
illegal-not-yours = the piece on { $square } belongs to the opponent
illegal-own-piece-on = an own piece stands on { $square }
illegal-cannot-reach = { $piece } cannot go from { $from } to { $to }
illegal-blocked = a piece on { $square } is in the way
illegal-stays-in-check = the king is in check and would still be
illegal-exposes-king = the king would be in check
illegal-promotion-missing = a pawn that reaches the last rank must say what it becomes: q, r, b or n
illegal-promotion-wrong = only a pawn that reaches the last rank becomes something else, and that is a queen, rook, bishop or knight
illegal-castling-lost = the king or that rook has moved, so castling there is over
illegal-castling-out-of-check = a king in check cannot castle
illegal-castling-into-check = the king would pass or reach an attacked square
illegal-none-can-reach = { $role ->
    [pawn] no pawn
    [knight] no knight
    [bishop] no bishop
    [rook] no rook
    [queen] no queen
   *[king] no king
} can go to { $to }
illegal-not-in-chess = chess has no such move
forbidden-pawn = a pawn can only be split between one step and two, where the rules allow it at all, and never merges
forbidden-same-twice = { $square } is named twice
forbidden-taken = { $square } holds another kind of piece, at least perhaps
forbidden-different-pieces = { $first } and { $second } hold different kinds of pieces
forbidden-variant = { $written } does not fit; here the variant is { $right ->
    [none] none, as nothing has to be measured
   *[other] { $right }
}
forbidden-nothing-asked = nothing is measured, so it has no outcome
forbidden-too-large = the superposition would need { $needed } MiB, and { $limit } MiB are allowed
forbidden-budget = { $budget ->
    [0] there is no budget for splits
    [one] your only coin is open; a capture must resolve it first
   *[other] all your { $budget } coins are open; a capture must resolve one first
}
forbidden-coexistence = an own piece may stand on { $square }, and no square holds two pieces
forbidden-captures = an enemy may stand on { $square }, and a split never captures
forbidden-pawn-blocked = a piece may stand on { $square }, and a pawn only steps ahead where nothing can be
forbidden-no-branch = there is no branch in which it can be made
forbidden-digits = { $coins ->
    [one] one coin is resolved, so there must be one digit behind .c
   *[other] { $coins } coins are resolved, so there must be { $coins } digits behind .c
}

## Positions

fen-error = “{ $text }” is not a position: { $fault }
fen-empty = it is empty
fen-ranks = { $found ->
    [one] the board has one rank instead of eight
   *[other] the board has { $found } ranks instead of eight
}
fen-rank-length = { $found ->
    [one] rank { $rank } of the board describes one square instead of 8
   *[other] rank { $rank } of the board describes { $found } squares instead of 8
}
fen-piece = “{ $letter }” on rank { $rank } of the board is not a piece
fen-turn = the side to move is “{ $field }” instead of w or b
fen-castling = the castling rights “{ $field }” are neither - nor letters like KQkq
fen-en-passant = the en-passant square “{ $field }” is neither - nor a square
fen-counter = the counter “{ $field }” is not a number
fen-extra = “{ $field }” is one field too many
fen-missing-king = a king is missing
fen-too-many-kings = a side has more than one king
fen-pawns-on-backrank = a pawn stands on the first or the last rank
fen-opposite-check = the side that is not to move is in check
fen-impossible-check = the king cannot have come into these checks at once
fen-castling-rights = a castling right names a king or rook that is not at home
fen-en-passant-square = no pawn can have skipped the en-passant square just now
fen-cluster = the cluster “{ $cluster }” is unreadable; it must look like a3c3:1=0.6,2=0.8i, each board once
fen-cluster-square = the square { $square } stands twice, or no piece is on it
fen-norm = the weights of the cluster “{ $cluster }” add up to { $sum } instead of 1
fen-never-occupied = in no branch is there a piece on { $square }
fen-coin-fields = coins, pieces and boards must be given together
fen-coins = “{ $coins }” does not name the owners of the coins by w and b within the budget
fen-pieces = “{ $pieces }” does not name uncertain pieces and all coins, like c4e2a4:0,1
fen-boards = “{ $boards }” is not one board for each way the coins can fall, with each piece on one of its squares
fen-number = “{ $text }” is not a number that is possible here
fen-refused = the rules of chess do not allow it

## Records

record-error = line { $line }, column { $column }: { $fault }
record-tag = a tag must look like [Name "text"]
record-tag-twice = the tag { $name } stands twice with different texts
record-open-comment = this comment has no end
record-glyph = “{ $text }” is not a glyph; glyphs are $0 to $255 and ! ? !! ?? !? ?!
record-nothing-before = there is no move before “{ $text }”
record-open-variation = a variation has no end
record-no-variation = there is no variation to close here
record-too-deep = variations nest deeper than { $limit }
record-stray = “{ $text }” has no meaning here
record-after-result = “{ $text }” stands behind the result
record-results = the tag says { $tag }, the moves end with { $moves }
record-result = “{ $text }” is not a result
record-version = this program reads records up to version { $newest }, not “{ $text }”
record-too-long = the game is longer than { $limit } bytes
record-empty = there is no game
comment-clock = the clock “{ $text }” is not a time like 0:05:00
game-error = game { $number }, { $error }
replay-variation = in a variation, { $error }
replay-result = the record says { $stated }, but the moves say: { $shown }

## Command line

lang-unknown = there is no language “{ $text }”; there are en and es
rules-unknown = there are no rules for “{ $variant }”
usage = { $what } (“qaissa help” tells more)
file-error = cannot read { $file }: { $error }
output-error = cannot write the answer: { $error }
threads-error = cannot start the threads: { $error }
superposed-squares = In superposition:
branches-too-many = the superposition has { $count } boards; at most { $most } can be listed
turn = { $side ->
    [white] White
   *[black] Black
} to move
claim-open = A draw can be claimed: { $reason }
legal-moves = { $count ->
    [one] 1 legal move:
   *[other] { $count } legal moves:
}
verify-report = { $games ->
    [one] 1 game,
   *[other] { $games } games,
} { $plies ->
    [one] 1 ply replayed
   *[other] { $plies } plies replayed
}
verify-empty = there is no game in { $file }
verify-broken = { $broken ->
    [one] 1 game of { $file } is broken
   *[other] { $broken } games of { $file } are broken
}
bench-plain = the plain simulation disagrees: { $error }
bench-wrong = { $case }: found { $found } instead of { $expected }

## Console

play-welcome = { $game }: { $white } (White) against { $black } (Black)
moves-chess = e4, Nf3, exd5, O-O, e8=Q, or from square to square: e2e4, g1f3, e7e8q
moves-cantwell = b1c3, b1^a3c3 (split), a3c3^b5 (merge), e7e8q, e1g1 (castling)
moves-auden = b1c3, b1^a3c3 (split), e7e8q, e1g1 (castling)
play-how = Type a move, such as { $mv }, or help.
play-move = { $side }: { $mv }
play-measured = Measured: { $mv } (the odds that the move would be made were { $odds })
play-resign-sure = Give up this game? (yes/no)
play-draw-offer = { $side }, do you accept a draw? (yes/no)
play-undo-none = There is nothing to take back.
play-help =
    A move is written { $moves }.
    board     shows the board            flip      turns it round
    moves     lists the legal moves      undo      takes a move back
    draw      claims or offers a draw    resign    gives up
    fen       prints the position        pgn       prints the game
    help      prints this                quit      leaves
player-human = a person
player-random = the random player
player-unknown = there is no player “{ $text }”; there are human and random
yes = yes
command-help = help
command-board = board
command-moves = moves
command-undo = undo
command-draw = draw
command-resign = resign
command-flip = flip
command-fen = fen
command-pgn = pgn
command-quit = quit

## Rules

rules-list = The games, by the name that “qaissa rules” and --variant take:
rules-chess =
    CHESS, by the laws of FIDE

    Goal. Two sides, White and Black, move in turn; White begins. Whoever attacks the
    enemy king so that it cannot escape has given mate and wins.

    Pieces. The rook moves along ranks and files, the bishop along diagonals, the queen
    along both, as far as the way is free. The king goes one square in any direction. The
    knight jumps: two squares one way and one across. A piece that ends its move on an
    enemy piece captures it. No piece moves onto a piece of its own side, and only the
    knight passes over others.

    Pawns. A pawn goes one square ahead, or two from where it starts, if they are empty.
    It captures one square diagonally ahead. If it has just gone two squares and stands
    beside an enemy pawn, that pawn may capture it as if it had gone only one: en passant,
    and only at once. On the last rank a pawn becomes a queen, rook, bishop or knight.

    Check. A king that is attacked is in check, and its side must end the check. No move
    may leave or put the own king in check.

    Castling. Once in a game the king may go two squares towards a rook, which jumps to
    its other side. Neither may have moved, all squares between them must be empty, and
    the king may not be in check, pass an attacked square or reach one. In Chess960 king
    and rook begin elsewhere but end on the same squares: c and d, or g and f.

    Draws. A side that has no move and is not in check is stalemated. When neither side
    has the material to mate, the game is over at once. A player to move may claim a draw
    when the position has occurred three times with the same moves possible, or when fifty
    moves of each side have passed without a capture or a pawn move; at five times and at
    seventy-five moves the game is drawn by itself. The players may agree on a draw.

    Moves are written e2e4, e7e8q (UCI) or e4, Nf3, exd5, O-O, e8=Q (SAN). Chess960 starts
    are named by number: chess:960=0 to chess:960=959.
rules-cantwell =
    QUANTUM CHESS WITH AMPLITUDES (Cantwell)

    Goal. Capture the enemy king wherever it may be. White begins. Pieces start and move
    as in chess, but there is no check and no mate: a king may stay or go where it is
    attacked, and it is captured like any piece.

    Superposition. A piece can be in several places at once. Each place has its odds,
    from 0 to 1; at 1 the piece is surely there. A branch is one possible board with its
    own odds; the odds of a square add up those of the branches in which it is occupied.
    A square holds only one kind of piece over all branches. Pieces are entangled when
    the place of one tells something about the place of the other.

    Standard move (b1c3). In each branch with the piece on b1 it goes to c3. An own piece
    of the same kind may perhaps be on c3: where only c3 is occupied, that piece goes
    back to b1, and where both are, nothing changes. Where an own piece surely is, you
    cannot go. Only a piece that is surely there blocks the way. Bishops, rooks, queens
    and a pawn’s two-step can pass a piece in superposition: they go in the branches
    where the way is free and stay in the others. That measures nothing, but entangles
    the two.

    Split (b1^a3c3). A piece goes to two targets at once, half of its odds to each. Both
    must be moves of that piece, to squares that are empty or hold, perhaps or surely, an
    own piece of the same kind. Pawns, captures and castling cannot be split. In a branch
    where only one way is free the whole piece goes that way; where none is, it stays.

    Merge (a3c3^b5). Two places of the same kind of own piece join on one target. Pawns
    cannot merge; targets and ways are as in a split. A branch also has a phase, like the
    hand of a clock; odds and phase together are its amplitude. A standard move turns the
    phase by a quarter in the branches where the piece moves. If both places have the
    same odds and phase, as after equally many moves since the split, all comes together.
    If one is a quarter turn ahead, half ends on the second source written; if half a
    turn, all of it. Branches that differ in anything else, as in the place of another
    piece or in what was taken, do not join: half of each ends on the second source. So
    a3c3^b5 and c3a3^b5 are different moves. The order of a split matters too if a target
    may be occupied.

    Measure. Moves with x or w ask a question; no others do. Chance answers by the odds,
    and the branches that say otherwise are gone. Yes is written .m1: the move is made.
    No is written .m0: nothing moves and the turn is used up. This is written even if the
    answer was certain.

    Capture (b1xc3). An enemy is on the target, surely or perhaps. Knight, king: is the
    piece on its square? Bishop, rook, queen: is it there and its way free, as one
    question? Yes: it goes to the target and takes what is there, if anything. No: after
    a question about the way, mover and blocker may still be in superposition. Pawn: is
    it on its square? Yes: it takes in the branches with the enemy on the target and
    stays in the others, so it may end in superposition.

    Excluded (b1wc3). An own piece of another kind may be on the target; for a pawn going
    straight ahead, any piece but an own pawn. If it is surely there, you cannot go. Is
    the target empty? Yes: a standard move follows.

    Example. b1^a3c3 puts the knight on a3 and c3, with odds of 1/2 and 1/2. Black plays
    d7d5. Now a3c3^b1 merges it back: it is surely on b1. Or c3xd5 captures: with odds of
    1/2 the answer is .m1 and the knight takes; else it is .m0 and the knight is surely
    on a3.

    Pawns. A pawn on its second rank may always go two squares. On the last rank it
    becomes a queen (q), rook (r), bishop (b) or knight (n), as you write, in the
    branches where it gets there. En passant is possible only at once after a two-step
    that was made. If the target is empty or perhaps holds an own pawn (e5d6), nothing is
    measured: it happens where both pawns are there and the target is empty. If another
    own piece may be there (w): is the target empty? If an enemy may be there (x): is
    your pawn on its square? Yes: it takes that enemy in the branches where it is there,
    and in the others the pawn that has passed, if there.

    Castling. Attacks are ignored. A move that is made from or to the home square of king
    or rook, by either side, ends the right; a failed one does not. Nothing may surely be
    on f or g (short), on b, c or d (long). If the king’s target is empty, and the rook’s
    is empty or perhaps holds an own rook, nothing is measured. Otherwise (w): are f and
    g, or c and d, both empty? The b square is not measured: long castling happens in the
    branches where it is empty.

    End. You win when the enemy king is nowhere any more; if both are gone it is a draw.
    If the side to move has no move, it is a draw. If the odds of all squares together
    have not changed by 1, a whole piece, in fifty moves of each side, or if a position
    occurs for the third time, the whole board is measured: if only one king is left its
    side wins, otherwise it is a draw.

    Moves are written b1c3, b1^a3c3, a3c3^b5, b1xc3.m1, b1wc3.m0, e7xd8q.m1; castling
    e1g1, e1wg1.m1. Type b1c3 for x and w moves too, and chance decides; an outcome that
    you write is forced, for replay and analysis. If chance decided the end on the whole
    board, the last move adds .w (White won), .b (Black won) or .d (draw).

rules-auden =
    QUANTUM CHESS WITH COINS (Auden)

    Goal. Capture the enemy king wherever it may be. White begins. Pieces start and move
    as in chess, but there is no check and no mate: a king may stay or go where it is
    attacked, and it is captured like any piece.

    Superposition. A piece can be in several places at once; it is then uncertain. Every
    split opens a coin that is not flipped yet: 0 is the first target, 1 the second. A
    branch is one possible result of all open coins, with the board it leads to. All are
    equally likely: 1/2 each with one coin, 1/4 with two, 1/8 with three. The odds of a
    square add up those of the branches in which it is occupied. Over all branches a
    square holds only one piece: you cannot go where another own piece, or another part
    of the same piece, may be.

    Standard move (g1f3). It must be possible in at least one branch. In branches with
    the piece elsewhere nothing changes. It opens no coin, and measures only if it
    captures.

    Split (f1^c4b5). A piece goes to two targets at once; a new coin decides between
    them. Each must be a legal move by itself, but not castling, en passant or a capture,
    not even of a piece that is only perhaps there. The only split of a pawn is one step
    and two: e2^e3e4. An uncertain piece can be split again. There is no merge in this
    game: only measuring makes a piece certain again.

    Blockers. A certain piece blocks the way as in chess. An uncertain one can be passed:
    in the branches where it is in the way the mover stays, in the others it goes. In a
    split the piece stays where the way that its coin chose is not free.

    Entangled. A piece that passes an uncertain one takes over its coins: the two are
    entangled, and a flip of those coins decides for both. No new coin is opened.
    Standard moves, splits and castling all entangle.

    Measure. Only captures measure: moves to a square where an enemy may be, and en
    passant. The question is where the pieces of this move are. All their coins are
    flipped, each once: first those of the uncertain pieces on the way, nearest to the
    mover first; then those of the capturing piece; then those of the piece to be
    captured. A flip is 0 or 1 with odds of 1/2, and the branches that say otherwise are
    gone, also for the pieces entangled with these.

    Capture. If now a piece stands in the way, or the capturing piece is not on its
    square, nothing moves and the turn is used up. Otherwise it goes to the target and
    takes the enemy if it is there. It goes there even if the enemy is not, and so does a
    pawn. If all these pieces were certain no coin is flipped: it is a capture as in
    chess.

    Example. e2e4 e7e5 f1^c4b5 puts the bishop on c4 and b5, with odds of 1/2 and 1/2.
    After b8c6 b5^e2a4 it has been split twice: 1/2 on c4, 1/4 on e2, 1/4 on a4. Black
    plays d7d6, and a4c6 tries to take the knight. Both coins are flipped. With .c11 the
    bishop is on a4 and takes: odds of 1/4. With .c10 it is on e2, with .c00 or .c01 on
    c4, and nothing moves. In each case it is certain now, and both coins are back.

    Budget. Each side may have only so many coins open at once: 8 if not given, else 0 to
    32. With none left you cannot split. A coin that is flipped goes back to the side
    that opened it, whoever captured; so does one that no uncertain piece carries any
    more.

    Pawns. A pawn goes straight ahead only to a square that is empty in every branch. It
    may capture if in some branch it is on its square and the enemy on the target. On the
    last rank it becomes a queen, rook, bishop or knight in the branches where it gets
    there; in the others it is still a pawn.

    En passant. Possible only at once after a two-step made as a standard move, even of
    an uncertain pawn, never after a split. It measures like any capture. If a piece may
    be on the square that was passed, there is no en passant: if that piece is an enemy,
    to take there is an ordinary capture; if it is your own, you cannot go there.

    Castling. Attacks are ignored. The squares where king and rook land must be empty in
    every branch. In long castling an uncertain piece may be on the b square: it happens
    in the branches where b is empty, and king and rook are entangled with that piece.
    The right ends when the king or that rook has moved in any branch, by a split too,
    and when the rook is captured. A capture in which nothing moved ends no right.

    End. A side loses when its king is on no square in any branch. It is a draw when the
    side to move has no move; after fifty moves of each side in which no pawn moved and
    nothing was really taken; and when a position, open coins and odds included, occurs
    for the third time.

    Moves are written e2e4, e7e8q (q queen, r rook, b bishop, n knight), e1g1 for
    castling, f1^c4b5 for a split; in the console f1c4 f1b5 is the same split. A capture
    that flipped coins ends in their results, in the order flipped, the oldest coin of a
    piece first: a4c6.c01 is first 0, then 1. The budget is given with the name of the
    game: auden:budget=4.
