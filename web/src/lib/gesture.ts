// Splits and merges by taps: which squares may be tapped next, and which step the taps have made. No rules are here: all
// of it is read off the list of legal steps.
import type { Step } from '../wasm/qaissa_wasm';

export type Mode = 'split' | 'merge';

export interface Taps {
  mode: Mode;
  squares: string[];
}

/** A step that taps have made, with its text in the order of the taps and in the other. */
export interface Made {
  step: Step;
  text: string;
  other: string | null;
}

function steps(mode: Mode, all: Step[]): Step[] {
  return all.filter((step) => step.gesture === mode);
}

/** The squares of a step in the order in which they are tapped, the pair either way round. */
function orders(step: Step): string[][] {
  const [first = '', second = ''] = step.gesture === 'split' ? step.to : step.from;
  return [[first, second], [second, first]].map((pair) =>
    step.gesture === 'split' ? [...step.from, ...pair] : [...pair, ...step.to],
  );
}

function begins(order: string[], taps: string[]): boolean {
  return taps.every((square, index) => order[index] === square);
}

/** The squares that may be tapped next. */
export function next(taps: Taps, all: Step[]): Set<string> {
  const found = new Set<string>();
  for (const step of steps(taps.mode, all)) {
    for (const order of orders(step)) {
      const square = order[taps.squares.length];
      if (square !== undefined && begins(order, taps.squares)) found.add(square);
    }
  }
  return found;
}

/** The step that the taps have made, once there are enough. */
export function made(taps: Taps, all: Step[]): Made | null {
  if (taps.squares.length < 3) return null;
  for (const step of steps(taps.mode, all)) {
    const [own = [], swapped = []] = orders(step);
    if (begins(own, taps.squares)) return { step, text: step.text, other: step.swapped ?? null };
    if (begins(swapped, taps.squares)) return { step, text: step.swapped ?? step.text, other: step.text };
  }
  return null;
}

/** Whether a rule set has this kind of move now. */
export function has(mode: Mode, all: Step[]): boolean {
  return all.some((step) => step.gesture === mode);
}

/** Where pieces go by a plain move: from each square, all targets. */
export function targets(all: Step[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const step of all) {
    const [from, to] = [step.from[0], step.to[0]];
    if (step.gesture !== 'move' || from === undefined || to === undefined) continue;
    const known = found.get(from);
    if (known === undefined) found.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  return found;
}

/** The plain moves from one square to another: several where a pawn may become several things. */
export function between(all: Step[], from: string, to: string): Step[] {
  return all.filter((step) => step.gesture === 'move' && step.from[0] === from && step.to[0] === to);
}
