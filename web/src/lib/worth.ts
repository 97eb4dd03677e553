// What something is worth, as people read it; always seen by White.
import type { Worth } from '../wasm/qaissa_wasm';

export function shown(worth: Worth): string {
  if (worth.mate != null) return `${worth.mate < 0 ? '−' : ''}#${Math.abs(worth.mate)}`;
  const pawns = worth.centipawns / 100;
  const sign = pawns > 0 ? '+' : pawns < 0 ? '−' : '';
  return `${sign}${Math.abs(pawns).toFixed(pawns <= -10 || pawns >= 10 ? 1 : 2)}`;
}
