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
variant-seed-missing = “{ $variant }” shows the deal, so it needs a seed: touch:open,seed=7

## Ends

reason-checkmate = checkmate
reason-stalemate = stalemate
reason-king-lost = the king is lost
reason-king-attacked = the king was left under attack
reason-no-moves = there is no legal move
reason-bare-kings = only the kings are left
reason-insufficient-material = neither side has the material to mate
reason-threefold-repetition = the position has occurred three times
reason-fivefold-repetition = the position has occurred five times
reason-fifty-moves = fifty moves without progress
reason-seventy-five-moves = seventy-five moves without progress
reason-resignation = resignation
reason-agreement = by agreement
reason-time-forfeit = time has run out
reason-abandonment = the opponent has left
reason-adjudication = by adjudication
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
refusal-not-chosen = chance says how it turns out, so it must be written without that
refusal-undecided = what it brings must be drawn first, before “{ $rest }” can follow
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
forbidden-too-large = the superposition would need { $needed } MiB, and { $limit } MiB are left for this game
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
forbidden-neither-reaches = { $one } cannot go from { $from } to { $to }, nor can { $other }
forbidden-nothing-taken = x stands for a capture, and there is nothing on { $square }
forbidden-not-found = “{ $text }” does not say what was found; that looks like { "{" }a1=R,c3=N{ "}" }
forbidden-not-measured = the piece on { $square } is not measured
forbidden-measured-too = the piece on { $square } is measured too, so what it was must be written
forbidden-not-of-type = the piece on { $square } is { $one } or { $other }
forbidden-not-touchable = the piece on { $square } has no move, so it may not be touched
forbidden-touched = the piece on { $square } is touched and must move; only its target is to be named, such as -c3
forbidden-touch-first = a piece must be touched first, such as b1
forbidden-must-move = the piece on { $square } can move, so it must
forbidden-cannot-move = the piece on { $square } is { $piece } and cannot move, so the turn is over with the touch

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
fen-behind = “{ $text }” does not name the second types of pawns, like e4:R,d5:N
fen-qubits = “{ $text }” does not name qubits of pieces that have one, like c3:+,d1:-i; they are 0, 1, +, -, +i and -i
fen-systems = “{ $text }” does not name systems of two to seven mixed pieces, like c3d1/f6d8
fen-unmoved = “{ $text }” does not name pieces that have not moved, like a1h1, or - for none
fen-second = “{ $text }” is not one secondary type (p, n, b, r or q; behind known= P, N, B, R, Q or ?) for each piece that is no king
fen-sure = “{ $text }” does not name classical pieces and which of their types they are, like e4:P
fen-seen = “{ $text }” does not say how often hidden pieces were of their primary types, like b1:2 or N:1
fen-bag = the bags “{ $text }” do not hold what is hidden, at most 15 types a side
fen-too-many-hidden = a side has { $count } pieces with hidden types, and its bag holds fewer
fen-undealt = both types are to be shown, and neither second= nor a seed tells them
fen-touched = “{ $text }” is not a classical piece of the side to move that can move
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

## Draws that can be checked

unfair-missing = the tag { $tag } is missing, so the draws cannot be checked
unfair-unreadable = the tag { $tag } says “{ $text }”, which is not { $digits } hexadecimal digits
unfair-commitment = the seed is not the one that was committed to before the game
unfair-seal = the seed, a nonce or the name of the game was changed: the seal does not fit
unfair-deal = the record says { $stated }, but the seed deals { $drawn }
unfair-outcome = turn { $turn } of the order of play: the record says “{ $stated }”, but the seed draws “{ $drawn }”
unfair-turn = turn { $turn } of the order of play: { $error }
unfair-nothing-to-take-back = turn { $turn } of the order of play: there is nothing to take back
unfair-played = the order of play leads to other turns than the record has

## Command line

lang-unknown = there is no language “{ $text }”; there are en and es
usage = { $what } (“qaissa help” tells more)
file-error = cannot read { $file }: { $error }
url-large = { $url } is larger than { $limit } MiB
output-error = cannot write the answer: { $error }
threads-error = cannot start the threads: { $error }
superposed-squares = In superposition:
linked-squares = Linked:
quantum-squares = In quantum state:
touched-square = Touched: { $square }
outcomes-too-many = { $mv } can turn out in { $count } ways; at most { $most } are counted
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
verify-fair = { $games ->
    [one] The draws of 1 game were checked against its seed:
   *[other] The draws of { $games } games were checked against their seeds:
} { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
verify-empty = there is no game in { $file }
verify-broken = { $broken ->
    [one] 1 game of { $file } is broken
   *[other] { $broken } games of { $file } are broken
}
bench-plain = the plain simulation disagrees: { $error }
bench-serve-behind = too much: only { $done } moves a second were made
bench-serve-database = no database for the bench: { $error }
bench-serve-errors = { $errors ->
    [one] too much: something went wrong
   *[other] too much: { $errors } things went wrong
}
bench-serve-late = too much: a move in a hundred was told { $milliseconds } ms late or later
bench-serve-seat = a player of the bench did not get a seat: { $error }
bench-serve-start = the server does not start: { $error }
bench-wrong = { $case }: found { $found } instead of { $expected }

## Console

play-welcome = { $game }: { $white } (White) against { $black } (Black)
moves-chess = e4, Nf3, exd5, O-O, e8=Q, or from square to square: e2e4, g1f3, e7e8q
moves-cantwell = b1c3, b1^a3c3 (split), a3c3^b5 (merge), e7e8q, e1g1 (castling)
moves-auden = b1c3, b1^a3c3 (split), e7e8q, e1g1 (castling)
moves-gates = b1c3, or b1xc3 for a capture; chance finds what is measured
moves-touch = b1 to touch a piece, then its target: c3
play-how = Type a move, such as { $mv }, or help.
play-watch = Ctrl-C stops the game for a moment.
play-move = { $side }: { $mv }
play-perhaps = Perhaps you meant { $moves }.
play-thinking = { $player } is thinking
play-progress = { $player }: depth { $depth }, { $worth }, { $mv }
play-computer-gone = { $side } is yours to play now; help tells how the game can be kept.
play-paused = Enter goes on, or a command>
play-paused-how = Two computers play: Enter lets them go on, help tells the commands.
play-resign-sure = Give up this game? (yes/no)
play-over-sure = Break this game off, without a result? (yes/no)
play-reset-sure = Begin again? The moves made so far are lost. (yes/no)
play-quit-sure = Leave this game? It is in no file; save FILE keeps it. (yes/no)
play-draw-offer = { $side }, do you accept a draw? (yes/no)
play-draw-alone = A computer does not agree to draws, and there is none to claim: in this game they come by themselves.
play-over-already = The game is over already.
play-broken-off = The game was broken off.
play-again = Again? (yes, no, or new for another game)
play-again-how = yes plays the same once more, new asks for another game, no leaves; undo, save FILE and the other commands work too.
play-lang = Speaking English.
play-no-square = “{ $text }” is not a square; squares are a1 to h8.
play-undo-told = What was hidden has been told since, and that cannot be taken back.
play-undo-chance = Chance had a say in what was taken back: played again, it may turn out otherwise.
play-undo-none = There is nothing to take back.
help-moves = A move is written { $moves }.
help-commands =
    board  shows the board
    flip  turns it round
    moves  lists the legal moves
    rules  tells the rules
    evaluate  tells who stands better
    hint  shows the best moves
    evaluate move M  tells what a move is worth, and its odds
    branches  shows the boards that are superposed, with their weights
    entangled SQUARE  tells with what a square is bound up
    undo  takes a move back
    draw  claims or offers a draw
    resign  gives up
    over  breaks the game off
    save FILE  keeps the game
    load FILE  goes on with a kept one
    pgn  prints the game
    fen  prints the position
    reset  begins again
    lang es  goes on in Spanish
    help  prints this
    quit  leaves
help-keys =
    Tab completes moves and commands, the arrow keys bring back what was typed,
    Ctrl-C stops a computer that thinks.
player-human = a person
player-random = the random player
player-bot = { $name }
player-unknown = there is no player “{ $text }”; there are human, { $known }, and any UCI program by its path
yes = yes
no = no/n
command-help = help/?
command-rules = rules
command-board = board
command-moves = moves
command-evaluate = evaluate/eval
command-move = move
command-hint = hint
command-branches = branches
command-entangled = entangled
command-undo = undo
command-draw = draw
command-resign = resign
command-over = over
command-reset = reset
command-save = save
command-load = load
command-pgn = pgn
command-fen = fen
command-flip = flip
command-lang = lang/language
command-quit = quit/exit
command-alone = { $command } stands alone: nothing follows it.
command-square = Which square? Type { $command } and a square, such as { $command } c3.
command-file = Which file? Type { $command } and the name of a file.
command-language = Which language? Type { $command } en for English, { $command } es for Spanish.
command-which-move = Which move? Type { $command } and a move.

## Console: before a game

start-games =
    Which game?
    { $games }
start-game = Number or name (Enter: chess against the computer):
start-opponents =
    Against whom?
      1 to 8  the computer: 1 is a beginner, 8 all it can
      h       another person at this keyboard
      c       nobody: computer against computer
start-opponent = Level or letter (Enter: level 3, you are White):
start-colour = Your colour: w for White, b for Black, r for either (Enter: White):
start-white = White’s level, 1 to 8 (Enter: 3):
start-black = Black’s level, 1 to 8 (Enter: 3):
start-unclear = “{ $text }” is no answer to this.
about-chess = the classical game
about-cantwell = pieces split, merge, interfere and are measured
about-auden = pieces split by coins, which captures flip
about-gates = pieces of two types at once, each with a quantum gate
about-touch = touching a piece decides what it is
answer-human = h/human/person
answer-watch = c/computer/computers/watch
answer-white = w/white
answer-black = b/black
answer-random = r/random/either
answer-new = new

## Console: odds and stories

odds-pass = { $odds } that it is made
odds-coins = { $odds } that it is made; { $coins ->
    [one] a coin is flipped
   *[other] { $coins } coins are flipped
}
odds-measures = measures { $squares }
odds-types = { $types }
the-pawn = the pawn
the-knight = the knight
the-bishop = the bishop
the-rook = the rook
the-queen = the queen
the-king = the king
story-asked-piece = Asked: is { $piece } on { $square }?
story-asked-way = Asked: is { $piece } on { $square }, and the way to { $target } free?
story-asked-empty = { $count ->
    [one] Asked: is { $squares } empty?
   *[other] Asked: are { $squares } all empty?
}
story-answer-yes = The odds of yes were { $odds }, and the answer is yes: the move is made.
story-answer-no = The odds of yes were { $odds }, and the answer is no: nothing moves, and the turn is used up.
story-asked-places = Asked: where is { $pieces }?
story-coins = { $coins ->
    [one] A coin was flipped: { $flips }.
   *[other] { $coins } coins were flipped: { $flips }.
}
story-made = The odds that the move would be made were { $odds }, and it is made.
story-failed = The odds that the move would be made were { $odds }, and it is not: the turn is used up.
story-taken = On { $square } { $piece } is taken.
story-not-there = On { $square } { $piece } is not found.
story-changed = Changed: { $changes }.
story-change-empty = { $square } { $was } → empty
story-change-sure = { $square } { $was } → sure
story-change-odds = { $square } { $was } → { $now }
story-entangled = Entangled: { $piece } passed { $squares }, where a piece may be.
story-takes-where = Entangled: { $piece } takes on { $square } where something is there, and stays on { $origin } where not.
story-gate = The gate { $gate } acts on { $squares }.
story-asked-types = { $count ->
    [one] Asked: what is the piece on { $squares }?
   *[other] Asked: what are the pieces on { $squares }?
}
story-found = Measured: { $mv } (the odds of just this were { $odds })
story-now = Now { $changes }.
story-is-sure = { $square } is { $piece }
story-is-mixed = { $square } is { $one } or { $other }
story-linked = Linked: { $squares } will be measured together.
story-touched = The piece on { $square } is { $piece } (the odds of that were { $odds }).
story-touched-promotes = The piece on { $square } is a pawn (the odds of that were { $odds }): it becomes a queen there, and the turn is over.
story-touched-stuck = The piece on { $square } is { $piece } (the odds of that were { $odds }) and cannot move: the turn is over.
story-targets = It can go to { $squares }. Type where.
story-stays = { $square } is a white square: the piece stays { $piece }.
story-undecided = { $square } is a black square: what the piece is, is open again.

## Console: superpositions

branches-one = Nothing is in superposition: there is only this board.
branches-touch = In this game no piece is in two places; a touch decides what it is.
branches-all = { $count } boards are superposed:
branches-count = { $count } boards are superposed. The heaviest:
branches-more = And { $count } more boards, with { $odds } together.
entangled-chess = In chess nothing is entangled.
entangled-touch = In this game no piece is entangled with another: every touch is a flip of its own.
entangled-empty = { $square } is surely empty.
entangled-sure = The piece on { $square } is surely there, and bound up with nothing.
entangled-sure-type = What the piece on { $square } is, is certain: it is linked with nothing.
entangled-alone = The piece on { $square } is mixed, and linked with no other.
entangled-system = The piece on { $square } is linked with { $squares }: they will be measured together.
entangled-pairs = { $square } is entangled with { $pairs } (0 is not at all, 1 as two squares can be).
entangled-jointly = { $square } is bound up with { $squares } only by way of others: no two of them are entangled by themselves.
entangled-environment = { $square } is bound up only with what was taken.
entangled-own-coins = { $coins ->
    [one] A coin decides
   *[other] { $coins } coins decide
} whether the piece is on { $square } or on { $elsewhere }; it shares no coin with another piece.
entangled-coins = { $coins ->
    [one] A coin decides
   *[other] { $coins } coins decide
} whether the piece is on { $square } or on { $elsewhere }. It is entangled with { $pieces }: a flip decides for both.
entangled-shares = { $piece } { $squares } ({ $coins ->
    [one] one coin
   *[other] { $coins } coins
} in common)

## Console: what the engine thinks

worth-pawns = { $pawns } pawns
worth-mates = mate in { $moves }
worth-mated = mated in { $moves }
worth-won = won in { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
worth-lost = lost in { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
evaluate-begun = Looking ahead
evaluate-progress = Looking ahead: depth { $depth }, { $worth }, { $mv }
evaluate-none = There is nothing to look at: the game is over.
evaluate-position = { $side } to move: { $worth }, winning chances { $chance } (depth { $depth }). Best: { $line }
evaluate-odds = { $mv }: { $odds }.
evaluate-move = { $mv }: { $worth }, winning chances { $chance } (depth { $depth }). Line: { $line }
hint-line = { $number }. { $mv }: { $worth }, winning chances { $chance }. Line: { $line }

## Console: files

save-over = { $file } exists. Write over it? (yes/no)
save-kept = { $file } stays as it was.
save-done = The game is kept in { $file }.
load-sure = Leave this game for the other? The moves made so far are lost. (yes/no)
load-first = { $file } has more than one game; this is the first.
load-wrong = { $file } has no game that can be played on: { $fault }

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
    e1g1, e1wg1.m1. Type b1c3 for x and w moves too, and chance decides; only records
    and analysis write the outcome. If chance decided the end on the whole board, the
    last move adds .w (White won), .b (Black won) or .d (draw).

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

rules-gates =
    QUANTUM CHESS WITH GATES

    Goal. Attack a king so that its side cannot save it: whoever ends a move with an own
    sure king under attack has lost. White begins. The set-up is that of chess, with
    queens on d1 and d8. Where a piece stands is always certain; what it is may be open.

    Pieces. Every piece but the king has two types, a first and a second. It is sure if
    it is certainly one of them, and mixed if it may be either. Its name, with a Q, says
    what gate it has; the name stays the same whatever type the piece is at the moment.

    piece      first    second                 at the start   gate
    Q-pawn     pawn     what starts behind it  sure pawn      Z
    Q-knight   knight   pawn                   mixed, +       X
    Q-bishop   bishop   pawn                   mixed, +       √NOT
    Q-rook     rook     pawn                   mixed, +       it measures
    Q-queen    queen    pawn                   mixed, +       Hadamard, own side only
    Q-king     king     –                      sure king      none

    So the Q-pawns of a and h are pawn and rook; of b and g, pawn and knight; of c and f,
    pawn and bishop; of d, pawn and queen; of e, pawn and king.

    States. A mixed piece is in one of four states: +, −, +i, −i. In all four the odds
    are 1/2 for either type; they differ only in what a gate makes of them. The table
    says what each state becomes; first and second are the sure types.

    gate       first    second   +        −        +i       −i
    X          second   first    +        −        −i       +i
    Z          first    second   −        +        −i       +i
    Hadamard   +        −        first    second   −i       +i
    √NOT       −i       +i       +        −        first    second

    Moves. A sure piece moves as its type, a mixed one as either of its two. Moving
    observes nothing: a mixed piece that jumps like a knight is still mixed. As a pawn, a
    piece that has not moved yet may go two squares, wherever it started: a Q-knight from
    b1 to b3, if b2 and b3 are empty. There is no castling and no en passant. No move is
    forbidden because a king is attacked.

    Systems. Mixed pieces can be linked; linked pieces form a system and are measured
    together. A mixed piece without links is a system by itself. To measure a system
    makes every piece in it sure, each by its own odds of 1/2: what one turns out to be
    says nothing about the others.

    Capture (a1xa5). First the systems of both pieces are measured, whole. Then the
    capture happens, whatever types came out. No gate acts in that turn. Example: a mixed
    rook on a1 is linked with a knight on c3 and takes a mixed piece on a5. All three
    become sure. If a1 turns out to be a pawn, then that pawn stands on a5.

    Reach. If a mixed piece moves without capturing, its gate acts on what it reaches
    from its new square, by both of its types: the first piece on each line of a rook,
    bishop or queen; the squares of a knight or king; for a pawn the square straight
    ahead and the two on which it captures. Pieces of both sides count, and so does the
    mover itself. A Q-king is never touched by a gate, but it ends a line.

    Rook. A mixed Q-rook measures every system with a piece in its reach, and its own.
    Example: after a2a4 e7e5, a1a3 measures the rook itself, for it reaches no other
    mixed piece: it becomes a sure rook or a sure pawn.

    Other gates. A sure piece in reach gets the gate by itself and is not linked. A mixed
    piece that is not in the mover’s system and that the gate would make sure, judged by
    the states before any gate, gets it too, but brings nothing into the system. With
    every other mixed piece in reach its whole system joins the mover’s. Then the gate
    acts on the mover and on all pieces of its system, the joined ones too, even far
    away. No piece gets the gate twice in a turn. If the joined system would have 8
    pieces or more, it is measured, and no gate acts on anything in that turn.

    Queen. Hadamard acts on pieces of the queen’s side only, in the joined system too. An
    enemy piece in reach is neither changed nor linked, but it ends its line.

    Sure movers. A sure piece does nothing to others when it moves. Only a Q-queen that
    is sure, as a queen or as a pawn, and moves without capturing applies Hadamard to
    itself alone: it becomes mixed. Other sure movers do nothing at all.

    Example. g1f3: the knight is mixed and reaches d2, h2 and its own king. X makes the
    pawn on d2 a sure queen and the pawn on h2 a sure rook. The king is not touched, and
    the knight stays +. With b1c3 the pawn on a2 becomes a sure rook and the pawn on e2 a
    sure king. The queen on d1 is mixed and stays + under X: it is linked with the
    knight.

    Example. After e2e4 h7h6, f1c4 brings the pawns on a2 and f7 from sure pawn to −i.
    After h6h5, c4b3 reaches both again: a2 becomes a sure rook, f7 a sure bishop of
    Black. Neither is linked. The pawn on c2, reached for the first time, becomes −i.

    Promotion. After captures and gates, a Q-pawn that may be a pawn, mixed or sure, and
    any other piece that is surely a pawn become a new Q-queen, mixed in state +, if they
    stand on their last rank. If such a piece was in a system, the rest of it is
    measured. This is looked at every turn for all pieces of both sides, square by square
    (a1, b1 … h8), and again as long as a measurement makes new cases. After that, at the
    end of the turn, pieces that are sure leave their system.

    Kings. The pawn on e may become a sure king. Then it is a king like the other: it
    moves as one and must not be left attacked. While it is mixed it may be attacked and
    taken like any piece. A side that has any sure king left has not lost for want of a
    king.

    End. You lose if after your own move one of your sure kings, be it one of several, is
    attacked by an enemy piece under any type that this piece may be. A mixed rook thus
    attacks like a rook and like a pawn. A side with no sure king left loses as well. If
    both sides lose at once, the one who moved has lost. A loss comes before a draw. It
    is a draw when the side to move has no move; after fifty moves of each side without
    capture or promotion; and when a position occurs for the third time, with the same
    pieces, states, systems, pieces not yet moved and side to move.

    Moves are written e2e4, captures a1xa5; a promotion has no letter. A turn that
    measured adds what was found: a1xa5{ "{" }a1=R,c3=N,a5=P{ "}" }. R is rook, N knight,
    B bishop, Q queen, K king, P pawn; the squares are those before the move, from a1 to
    h8, and only pieces that were mixed are named. Leave the braces out when you play:
    chance decides. The published rules leave gaps; they are closed as told here.

rules-touch =
    TOUCH CHESS (Akl)

    Goal. Capture the enemy king. White begins. The set-up is that of chess. There is no
    check and no mate: a king may stay or go where it is attacked, and whoever captures
    it has won. There is no castling and no en passant.

    Two types. Every piece but the king has two types. The primary is the piece that it
    shows at the start. The secondary is dealt at random at the start, for each side from
    a bag of its own with 8 pawns, 2 rooks, 2 knights, 2 bishops and 1 queen. Both stay
    the same for the whole game, but for promotion. They may be equal. The king is always
    a king.

    Quantum or classical. A piece in quantum state may be either of its types, with odds
    of 1/2 each. A classical piece is one of them, and both players know which. At the
    start all pieces but the kings are in quantum state, on squares of either colour.

    A turn. You touch one of your pieces; then you must move it if it has a move. A
    quantum piece may always be touched, even one that is blocked. A classical piece, and
    the king, may be touched only if it has a move.

    Touch. If the piece is in quantum state, a fair flip makes it one of its two types;
    if both are equal nothing is flipped. The type it became is announced, never whether
    that is the primary or the secondary. Then it must move as that type. If it has no
    move as that type, the turn is over: it stays where it is, classical, even on a black
    square, until it next lands on a black one.

    Black and white squares. A piece that ends its move on a black square goes back to
    quantum state; on a white square it stays classical. The square a1 is black. The king
    does not change.

    Example. You touch b1 in the first move. If it becomes a knight, it must go to a3 or
    c3. Both are black, so there it is in quantum state again. If it becomes a pawn, your
    pawn on b2 is in its way: the turn is over, and b1 is a classical pawn for now.

    Captures are those of chess. Nothing else is observed: the state of the captured
    piece does not matter, and its types are not told.

    Pawns. A piece that is a pawn goes one square ahead, or two from the second rank of
    its side, and captures diagonally. On the last rank that type, and not the other of
    the two, becomes a queen for the rest of the game; if both are pawns, it is the
    primary first. The colour of the square then decides as always: on h8, black, the
    piece is in quantum state, on a8, white, a classical queen. A piece that is touched
    on the last rank and turns out to be a pawn promotes right there, and that is its
    turn. It counts as a pawn move, and here too a black square brings quantum state.

    What you know. Nobody knows the secondary types, not even of the own pieces; only
    what is announced is known. The odds that the program shows come from the bags and
    from what has been announced. Before the first move, b1 becomes a knight with odds of
    17/30: 1/2 for the primary and 1/15 for a knight out of the bag. If it becomes a
    pawn, its secondary must be a pawn, which leaves 7 pawns of the bag among your other
    14 pieces. In the open game, touch:open, both types of every piece are shown to both
    players.

    End. You win by capturing the king. It is a draw when only the kings are left; when
    the side to move can touch nothing; after fifty moves of each side without a capture
    and without a move made as a pawn; and when a position occurs for the third time,
    with the same squares, types, quantum or classical states and side to move. Types
    that are hidden count as the same if the same pieces stand there.

    Moves. Type b1 to touch; the program says what the piece became. Then give the
    target: -c3, or only c3. In records a whole turn is b1:N-c3 (touched b1, it was a
    knight, went to c3), b1:N-xc3 (it captured there), b1:P- (a pawn that could not move)
    or a8:P= (promoted on its square). Classical pieces and the king are written with
    their type too: e1:K-e2. A touch whose target is still to come is b1:N. The letters
    are K king, Q queen, R rook, B bishop, N knight, P pawn.

    Options. touch:seed=7 fixes the deal: the same number always deals the same secondary
    types. Both options together are touch:open,seed=7. The published rules leave gaps;
    they are closed as told here.

## Evaluation

profile-line = line { $line }: { $fault }
profile-unknown = there is no heuristic or row “{ $name }”
profile-not-text = this is not text in UTF-8
profile-number = “{ $text }” is not a number that makes sense here
profile-count = it should have { $needed ->
    [one] 1 value
   *[other] { $needed } values
} and has { $found }

## The UCI protocol

uci-command-unknown = “{ $text }” is no command that I know
uci-line-long = a line of more than { $limit } bytes was not read
uci-heard = heard “{ $text }”
uci-busy = more than { $limit } commands wait for the search to end; “{ $text }” is dropped
uci-option-nameless = setoption needs a name: setoption name Hash value 64
uci-option-unknown = there is no option “{ $name }”
uci-option-number = { $name } is a number from { $least } to { $most }, not “{ $value }”
uci-option-switch = { $name } is true or false, not “{ $value }”
uci-position-which = position needs startpos, or fen with a position
uci-position-refused = { $fault }; the position stays as it was
uci-go-number = { $name } is refused: “{ $value }” is no number for { $limit }
uci-moves-none = none of the moves to search is legal, so all are searched
uci-hash-memory = there is no memory for a table of { $size } MiB; it stays as it was
uci-file-fault = { $file }: { $fault }
uci-file-none = it is not a plain file
uci-file-large = it is larger than 1 GiB
uci-table-size = { $bytes } bytes are no size of a table of endings, so it is cut off or damaged
uci-table-broken = what stands at byte { $place } cannot be part of a table of endings
uci-tables-none = there are no tables of endings in { $folders }
uci-tables-found = { $count ->
    [one] one file with a table of endings
   *[other] { $count } files with tables of endings
}, for up to { $pieces } pieces
uci-book-move = { $mv } is from the opening book
uci-expectation = { $mv }: { $share } % of the points can be expected
uci-samples = the state is too large to be looked at whole; { $count } samples of it were looked at
uci-bell-variant = calcbell is about amplitudes, which this rule set does not have: { $name }
uci-bell-square = calcbell needs two squares, as in calcbell a3 c3, and “{ $text }” is none
uci-worker-gone = the engine has failed and is gone

## Bots and other engines

book-size = this is no opening book: { $bytes } bytes are not a whole number of entries of 16
book-order = this is no opening book: entry { $entry } has a smaller key than the one before
book-no-move = this is no opening book: the move of entry { $entry } is no move
engine-not-found = there is no program { $program }
engine-not-started = { $program } cannot be started: { $error }
engine-ended = { $program } ended ({ $status }) when it should have answered
engine-ended-saying = { $program } ended ({ $status }) instead of speaking UCI; it said “{ $said }”
engine-silent = { $program } did not say { $expected } within { $seconds } seconds
engine-silent-saying = { $program } did not say { $expected } within { $seconds } seconds, but “{ $said }”
engine-unreadable = { $program } said “{ $said }”, which is no answer
engine-no-option = { $program } has no option “{ $option }”; it has { $known }
engine-value = { $program } does not take “{ $value }” for { $option }, but { $expected }
bot-unknown = there is no bot “{ $bot }”; there are { $known }, and any UCI program by its path
bot-no-keys = “{ $bot }”: this bot has no settings, so not “{ $key }” either
bot-key = “{ $bot }”: there is no “{ $key }” here, only { $known }
bot-twice = “{ $bot }”: { $key } stands twice
bot-empty = “{ $bot }”: { $key } has no value
bot-value = “{ $bot }”: { $key } cannot be “{ $value }”, it is a number from { $least } to { $most }
bot-level-and-elo = “{ $bot }”: level and elo say the same thing twice, so only one of them
bot-choice = “{ $bot }”: { $key } can only be { $only }, not { $value }
bot-no-chess = this bot plays the quantum games, not chess: take qaissa
bot-no-variant = { $bot } does not play { $variant }
bot-no-move = there is no move to choose
bot-no-nodes = { $bot } does not count nodes: give it a depth or a time, as in gnuchess:depth=4
bot-none = { $bot } says that there is no move, but there is
bot-illegal = { $bot } answered { $mv }, which is not legal: { $reason }
bot-only-superposed = { $bot } plays only auden and cantwell, not { $variant }
engine-no-score = { $program } tells no scores
stockfish-missing = Stockfish is not installed: on Debian “apt-get install stockfish” gets it, or use our own engine by --with qaissa

## Evaluation of superposed boards

appraise-variant = { $variant } has no superposed boards; eval and hint work for --variant auden and --variant cantwell
appraise-with = “{ $bot }” cannot evaluate boards; give stockfish, qaissa or a UCI program by its path, with depth, nodes, movetime or hash, at full strength and without a book
appraise-own = Stockfish is not installed, so our own engine evaluates (on Debian “apt-get install stockfish” gets it)
appraise-late = there was no time to evaluate anything
eval-move = { $side ->
    [white] White
   *[black] Black
} moves { $mv }
eval-boards = { $boards ->
    [one] 1 board,
   *[other] { $boards } boards,
} evaluated by { $with }
eval-sample = { $drawn } boards drawn from { $boards }, evaluated by { $with }; ± is the standard error
method-mean = the weighted mean over the boards
method-cross = the mean, and each board after the best replies to the others
method-worst = the worst board for { $side ->
    [white] White
   *[black] Black
}
method-safe = the odds that { $side ->
    [white] White
   *[black] Black
} loses the king or material in the next two plies
hint-classical = Classical moves
hint-splits = Splits
hint-best = best by { $methods }
hint-how = Pawns for White; safe: the odds that the move loses the king or material in the next two plies.

## Matches

match-tc = “{ $text }” is not a time control; it looks like 1+0.01, the seconds on the clock and what each move adds
match-opening-over = the game is over there already ({ $end })
match-opening-line = line { $line }: { $fault }
match-opening-variant = it is a game of “{ $variant }”
match-openings-empty = there is no opening in it
match-openings-file = { $file }, { $fault }
match-first-failed = the first bot cannot play: { $error }
match-second-failed = the second bot cannot play: { $error }
match-bot-gone = it is gone
match-breach = game { $number }: { $bot } loses, since { $error }
match-stopped = { $played ->
    [one] only 1 of { $games } games was played
   *[other] only { $played } of { $games } games were played
}
match-standing = +{ $wins } ={ $draws } -{ $losses }, Elo { $elo }, stronger with { $superiority } %
match-summary =
    { $first } against { $second }, { $variant }, { $games ->
        [one] 1 game
       *[other] { $games } games
    }
    { $standing }
    score            { $score } %
    pairs 0 to 2     { $pairs }
    illegal          { $first_illegal } by the first, { $second_illegal } by the second
    time losses      { $first_late } by the first, { $second_late } by the second
    seed             { $seed }
match-without-luck = without luck     { $score } ± { $error } %
match-no-luck = there is no luck in chess: --luck is for the quantum rule sets
file-unwritable = cannot write { $file }: { $error }

## Study of a game

study-foreign = a game of “{ $variant }” is for another engine to study
study-stopped = the study was stopped
study-broken = { $broken ->
    [one] 1 game of { $file } could not be studied
   *[other] { $broken } games of { $file } could not be studied
}
study-report = game { $number }: White { $white }; Black { $black }
study-figures = { $accuracy } % accurate, { $loss } centipawns lost a move, ?! { $inaccuracies } ? { $mistakes } ?? { $blunders }
study-quantum-figures = { $accuracy } % accurate, { $lost } points lost by play, { $chance } by chance in { $measured ->
        [one] one measured turn
       *[other] { $measured } measured turns
    }, ?! { $inaccuracies } ? { $mistakes } ?? { $blunders }

## Tuning

tune-gathered = { $positions } positions in { $folder }
tune-factor = --{ $option } is { $value }, and should be a number above 0 and up to { $most }
tune-hold = --hold is { $value }, and should be a number from 0 up to a million
tune-no-network = { $file } is not a network that Qaissa wrote
tune-no-positions = the games brought no position to learn from
tune-other-games = the games in { $folder } were played with another seed, node limit, profile, rule set or teacher: give the same ones, or another folder
tune-position-line = line { $line } is not a position to learn from
tune-state-line = line { $line } is not as the tuning wrote it; remove the file to begin the fit anew
tune-summary = { $games } games, { $positions } positions; mean squared error on positions kept aside: { $before } before, { $after } now; profile written to { $file }
tune-taught = { $positions } positions; mean squared error on positions kept aside: { $before } before, { $after } now; network written to { $file }
tune-variant = the network learns from chess, auden and cantwell, not from { $variant }

## What is stored

store-url = “{ $url }” names no database; it is sqlite:// with the path of a file, or postgres:// with a server
store-newer = the database was made by a newer version of this program (step { $found }, known are { $known }): use that one, or restore a backup
store-unavailable = the database does not answer: { $detail }
store-busy = too many people are logging in just now: try again in a moment
store-damaged = something in the database cannot be read ({ $what }: “{ $text }”)
store-file = { $path } cannot be read or written: { $detail }
store-backup-elsewhere = PostgreSQL has its own tools for backups: pg_dump --format=custom --file=FILE URL, and pg_restore --clean --dbname=URL FILE
store-not-a-backup = { $path } is not a backup of Qaissa
store-not-found = { $thing ->
    [account] there is no such account
    [access] this session or token does not exist or has ended
    [game] there is no such game
    [ply] there is no such move to take back
    [offer] nothing of the kind is on offer
    [challenge] there is no such challenge
    [report] there is no such report
   *[analysis] there is no such analysis
}
store-too-many = { $most ->
    [one] there can be only one at a time
   *[other] there can be only { $most } at a time
}
store-text = this text is too long or has characters in it that cannot be shown; at most { $longest } characters are kept
name-length = a name has { $shortest } to { $longest } characters
name-character = a name has only the letters a to z, digits, - and _, so not “{ $character }”
name-edge = a name begins with a letter and ends with a letter or digit
name-reserved = this name is reserved
password-length = a password has { $shortest } to { $longest } characters
password-common = this password is one that everybody tries first
password-name = the password must not contain the name
account-name-taken = the name { $name } is taken
account-wrong-password = name and password do not belong together
account-too-many-attempts = { $seconds ->
    [one] there were too many attempts: wait for a second
   *[other] there were too many attempts: wait for { $seconds } seconds
}
account-banned = this account is banned: { $reason }
account-not-a-guest = this account has a name already
account-games-running = { $count ->
    [one] a game of this account goes on: finish it first
   *[other] { $count } games of this account go on: finish them first
}
account-blocked = one of you has blocked the other
account-yourself = that would be yourself
account-muted = you cannot write in chats for now
game-over = the game is over
game-not-next = another move was made in the meantime: the next one is number { $expected }
game-nonces-missing = both players must give their nonces before anything is drawn
game-nonce-given = the nonce was given already
game-not-a-player = these are not the players of this game
game-running = the game is not over
game-deal-chosen = what is hidden in touch is dealt by the game itself: leave out the seed, and what the start hides
game-unrated-players = only games between two people with accounts are rated
game-unrated-start = games from a position of their own are not rated
game-unrated-clock = games without a clock are not rated
challenge-closed = the challenge is no longer open
challenge-not-for-you = this challenge is not for you to answer
analysis-not-yours = somebody else does this analysis now
control-unreadable = “{ $text }” is not a clock; it looks like 300+3, the seconds at the start (up to { $hours } hours) and what each turn adds (up to { $seconds }), or 3d, days for each turn (up to { $days }), or - for none

## The server

server-unavailable = the server cannot reach its database just now; it goes on by itself, and what you have just sent may have counted or not
server-malformed = this cannot be read: { $detail }
server-unknown = there is no such { $what }: { $text }
server-not-signed-in = you are not signed in
server-forbidden = you may not do that
server-wrong-origin = this was sent from a page of another site
server-not-found = there is nothing here
server-too-fast = { $seconds ->
    [one] that was too fast: wait for a second
   *[other] that was too fast: wait for { $seconds } seconds
}
server-too-large = this is too long
server-not-your-turn = it is not your turn
server-not-ready = the draws are not ready yet: your opponent has not had their say
server-not-now = this cannot be done now
server-no-offer = there is no such offer
server-told = what has shown a hidden type cannot be taken back
server-not-left = your opponent has not been away for long enough
server-no-clock = this game has no clock that could be given time
server-no-hints = there are hints only in games against the computer
server-too-many-games = { $most ->
    [one] you can play only one game at once
   *[other] you can play only { $most } games at once
}
server-engine-busy = the engine has too much to do: try again in a moment
server-bot-away = { $name } is not there, or does not play this
server-closing = the server is about to start again: come back in a moment
server-internal = something went wrong here
server-base-url = “{ $text }” is no base URL; it looks like https://chess.example.org, without a path
server-listen = nobody can listen at { $address }: { $error }
server-few-files = the process may have only { $most } files open, which is enough for about as many players; allow { $wanted } with “ulimit -n” or LimitNOFILE in the unit
server-ready = Qaissa serves at { $url }
server-runtime = the server cannot start: { $error }
admin-password = { $name } has a new password: { $password }
admin-banned = { $name } is banned
admin-unbanned = { $name } is no longer banned
admin-moderator = { $name } keeps order now
admin-member = { $name } keeps order no longer
admin-backup = everything is written to { $file }
admin-restored = everything is as { $file } has it; send the server a hang-up, so that it looks again

# What the web app asks for and the game does not have
web-no-position = There is no position { $number } in this game.
web-no-square = { $text } is no square.
web-no-ending = No game ends by { $text }.
web-fair = { $steps ->
    [one] One step was drawn again from the seed: the outcome is the same.
   *[other] { $steps } steps were drawn again from the seed: all outcomes are the same.
}
web-not-committed = Nothing can be checked: the game was played without a seed that was committed to.
web-not-revealed = Nothing can be checked yet: the game goes on, and its seed is still secret.
