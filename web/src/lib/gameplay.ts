// What several pages do with a session and a board.
import { named, type Side } from '../board/squares';
import { isMeasured, type Session } from './session.svelte';
import { words } from './words';

/** What a board asks of the game it shows. */
export function questions(session: Session) {
  return {
    // A game that was left meanwhile has no answer.
    links: (square: string) =>
      session.game.links(session.at, square).then(({ links }) => links, () => []),
    outcomes: (text: string) => session.game.outcomes(session.at, text),
  };
}

/** The squares of the turn that led to the position shown. */
export function lastMove(session: Session): string[] {
  return session.turn ? named(session.turn.text.split(/[.{]/)[0] ?? '') : [];
}

/** Where the measurement of the last turn is shown. */
export function flash(session: Session): { square: string; made: boolean } | null {
  const turn = session.happened;
  if (turn === null || !session.latest || !isMeasured(turn)) return null;
  const square = named(turn.text.split(/[.{]/)[0] ?? '').at(-1);
  return square === undefined ? null : { square, made: turn.made ?? true };
}

/** A result for one of the players, in words. */
export function verdict(result: string, mine: Side): string {
  const { won, beaten, drawn } = words().game;
  const winner = { '1-0': 'white', '0-1': 'black' }[result];
  if (winner === undefined) return drawn;
  return winner === mine ? won : beaten;
}

export const VARIANTS = ['chess', 'cantwell', 'auden', 'gates', 'touch'] as const;

/** Goes through the game with the arrow keys. */
export function arrows(session: Session | null): (event: KeyboardEvent) => void {
  return (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role="grid"]');
    if (session === null || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const turns = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.key];
    if (turns === undefined) return;
    event.preventDefault();
    void session.walk(turns);
  };
}
