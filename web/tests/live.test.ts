import { expect, test } from 'vitest';
import { control, seconds } from '../src/lib/controls';
import { sideOf } from '../src/lib/hall.svelte';
import { left, shownControl, shownTime, wasMade } from '../src/lib/live.svelte';
import type { GameState, Me } from '../src/lib/protocol';
import { pause } from '../src/lib/server';

test('a clock runs down between what is told of it, and only the one that runs', () => {
  const clocks = { white: 5000, black: 7000, running: 'white' } as const;
  expect(left(clocks, 'white', 100, 1100)).toBe(4000);
  expect(left(clocks, 'black', 100, 1100)).toBe(7000);
  expect(left(clocks, 'white', 100, 99_999)).toBe(0);
  expect(left({ ...clocks, running: null }, 'white', 100, 99_999)).toBe(5000);
});

test.each([
  [0, '0:00.0'],
  [19_990, '0:19.9'],
  [20_000, '0:20'],
  [185_000, '3:05'],
  [3_661_000, '1:01:01'],
  [3 * 864e5 + 2 * 36e5, '3 d 2 h'],
])('%d ms are shown as %s', (time, text) => {
  expect(shownTime(time)).toBe(text);
});

test('clocks are written as the server writes them, and read as people do', () => {
  expect(control(10, 5)).toBe('600+5');
  expect(seconds('600+5')).toEqual({ start: 600, increment: 5 });
  expect(shownControl('600+5')).toBe('10+5');
  expect(shownControl('30+0')).toBe('½+0');
  expect(shownControl('3d')).toContain('3');
  expect(shownControl('-')).not.toContain('-');
});

test('a move that was sent before is found among the turns, however it was written', () => {
  const turn = { token: 'Nf3', text: 'g1f3', pass: null };
  expect(wasMade('g1f3', turn)).toBe(true);
  expect(wasMade('Nf3', turn)).toBe(true);
  expect(wasMade('e2e4', turn)).toBe(false);
  expect(wasMade('e2e4', undefined)).toBe(false);
  expect(wasMade('c3xd5', { token: 'c3xd5.m1', text: 'c3xd5.m1', pass: 0.5 })).toBe(true);
  expect(wasMade('b1^c3a3', { token: 'b1^a3c3', text: 'b1^a3c3', pass: null })).toBe(true);
  expect(wasMade('c3', { token: 'b1:N-c3', text: 'b1:N-c3', pass: null })).toBe(true);
});

test('tries to reach the server get rarer, and never come all at once', () => {
  expect(pause(0, 0)).toBe(250);
  expect(pause(0, 1)).toBe(500);
  expect(pause(3, 1)).toBe(4000);
  expect(pause(50, 1)).toBe(20_000);
});

test('whoever has the name of a computer does not play its side', () => {
  const me: Me = { name: 'Anna', kind: 'person', moderator: false, muted_until: null };
  const player = (kind: 'person' | 'computer') => ({ name: 'Anna', kind, rating: null, rating_after: null });
  const state = { players: { white: player('computer'), black: player('person') } } as GameState;
  expect(sideOf(state, me)).toBe('black');
  expect(sideOf(state, null)).toBe(null);
});
