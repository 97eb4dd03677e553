// The clocks that are offered, as the server writes them: seconds at the start, and for every turn.
export const CLOCKS = ['60+0', '180+2', '300+0', '600+5', '900+10', '1800+0'] as const;

/** What people are paired for at once: a clock, or days for every turn. */
export const QUICK = [...CLOCKS, '1d', '3d', '7d'] as const;

/** Classes of speed, in which people are rated. */
export const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;

/** A clock in seconds: at the start, and for every turn. */
export function seconds(text: string): { start: number; increment: number } {
  const [start = 0, increment = 0] = text.split('+').map(Number);
  return { start, increment };
}

/** Minutes and seconds as the server writes them. */
export function control(minutes: number, increment: number): string {
  return `${Math.round(minutes * 60)}+${increment}`;
}
