"""Plays and analyses with `qaissa uci` under python-chess, a referee that complains of every oddity.

Usage: referee.py QAISSA STOCKFISH. Whatever python-chess logs as a warning or worse, an illegal move, a
line of analysis that cannot be played, or an engine that dies makes this fail.
"""

import logging
import sys

import chess
import chess.engine

complaints = []


class Complaints(logging.Handler):
    def emit(self, record):
        complaints.append(self.format(record))


logging.getLogger("chess.engine").addHandler(Complaints(level=logging.WARNING))
logging.getLogger("chess.engine").propagate = False

QAISSA = [sys.argv[1], "uci"]
STOCKFISH = sys.argv[2]


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(part) for part in told))


def play(players, board, limit, **how):
    """A game to its end, by the rules of FIDE with claims."""
    game = object()
    while board.outcome(claim_draw=True) is None:
        player = players[0 if board.turn == chess.WHITE else 1]
        answer = player.play(board, limit, game=game, info=chess.engine.INFO_ALL, **how)
        check(answer.move in board.legal_moves, "illegal", answer.move, "in", board.fen())
        board.push(answer.move)
    return board


def told(name, board):
    print(f"{name}: {board.result(claim_draw=True)} after {len(board.move_stack)} plies")


def games(qaissa, stockfish):
    limit = chess.engine.Limit(time=0.02)
    for number, players in enumerate([(qaissa, stockfish), (stockfish, qaissa)]):
        told(f"game {number + 1}", play(players, chess.Board(), limit))
    clocks = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
    told("with clocks", play((qaissa, stockfish), chess.Board(), clocks))
    told("with pondering", play((qaissa, stockfish), chess.Board(), limit, ponder=True))
    told("Chess960", play((qaissa, stockfish), chess.Board.from_chess960_pos(42), limit))


def options(qaissa):
    """Options as programs set them, and a short game against itself with them."""
    qaissa.configure({"Hash": 8, "Threads": 2, "Move Overhead": 20, "UCI_ShowWDL": True})
    qaissa.configure({"UCI_LimitStrength": True, "UCI_Elo": 1200, "Skill Level": 5})
    board = chess.Board()
    limit = chess.engine.Limit(nodes=2000)
    for _ in range(20):
        answer = qaissa.play(board, limit, info=chess.engine.INFO_ALL)
        # A weak player makes some moves without looking.
        check(("wdl" in answer.info) == ("score" in answer.info), "no chances in", answer.info)
        board.push(answer.move)
    qaissa.configure({"UCI_LimitStrength": False, "Skill Level": 20, "UCI_ShowWDL": False})


def analysis(qaissa):
    board = chess.Board("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
    lines = qaissa.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    check(len(lines) == 3, "three lines, not", len(lines))
    for line in lines:
        for name in ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"]:
            check(name in line, "no", name, "in", line)
        after = board.copy()
        for move in line["pv"]:
            check(move in after.legal_moves, "illegal", move, "in", after.fen())
            after.push(move)
    check(len({line["pv"][0] for line in lines}) == 3, "the same move twice in", lines)
    # Without end, until it is stopped.
    with qaissa.analysis(board) as running:
        for info in running:
            if info.get("depth", 0) >= 3 and info.get("pv"):
                break
    only = [chess.Move.from_uci("h2h3")]
    answer = qaissa.play(board, chess.engine.Limit(depth=3), root_moves=only)
    check(answer.move == only[0], "only h2h3, not", answer.move)


def main():
    with chess.engine.SimpleEngine.popen_uci(QAISSA, timeout=120) as qaissa:
        with chess.engine.SimpleEngine.popen_uci(STOCKFISH, timeout=120) as stockfish:
            games(qaissa, stockfish)
        options(qaissa)
        analysis(qaissa)
    check(not complaints, "\n".join(complaints))


main()
