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
reason-insufficient-material = neither side has the material to mate
reason-threefold-repetition = the position has occurred three times
reason-fivefold-repetition = the position has occurred five times
reason-fifty-moves = fifty moves without a capture or a pawn move
reason-seventy-five-moves = seventy-five moves without a capture or a pawn move
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
bench-wrong = { $case }: found { $found } instead of { $expected }

## Console

play-welcome = { $game }: { $white } (White) against { $black } (Black)
play-how = Type a move, such as e4 or e2e4, or help.
play-move = { $side }: { $mv }
play-resign-sure = Give up this game? (yes/no)
play-draw-offer = { $side }, do you accept a draw? (yes/no)
play-undo-none = There is nothing to take back.
play-help =
    A move is written e4, Nf3, exd5, O-O, e8=Q, or from square to square: e2e4, g1f3, e7e8q.
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
