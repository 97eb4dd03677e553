// @vitest-environment node
import { expect, test } from 'vitest';
import { between, has, made, next, targets } from '../src/lib/gesture';
import { load } from './wasm';

const { Game } = load();

function steps(variant: string, fen: string | undefined, ...moves: string[]) {
  const game = new Game(variant, fen, 1, 'en');
  for (const move of moves) game.force(move);
  return game.view(game.now()).steps;
}

test('a split is a piece and two targets, in the order of the taps', () => {
  const all = steps('cantwell', undefined);
  expect([...next({ mode: 'split', squares: [] }, all)].sort()).toEqual(['b1', 'g1']);
  expect([...next({ mode: 'split', squares: ['b1'] }, all)].sort()).toEqual(['a3', 'c3']);
  expect([...next({ mode: 'split', squares: ['b1', 'c3'] }, all)]).toEqual(['a3']);
  expect(made({ mode: 'split', squares: ['b1', 'c3'] }, all)).toBeNull();
  expect(made({ mode: 'split', squares: ['b1', 'a3', 'c3'] }, all)).toMatchObject({ text: 'b1^a3c3', other: 'b1^c3a3' });
  expect(made({ mode: 'split', squares: ['b1', 'c3', 'a3'] }, all)).toMatchObject({ text: 'b1^c3a3', other: 'b1^a3c3' });
});

test('a merge is two places and a target', () => {
  const all = steps('cantwell', undefined, 'b1^a3c3', 'e7e5');
  expect([...next({ mode: 'merge', squares: [] }, all)].sort()).toEqual(['a3', 'c3']);
  expect([...next({ mode: 'merge', squares: ['c3'] }, all)]).toEqual(['a3']);
  expect(next({ mode: 'merge', squares: ['c3', 'a3'] }, all)).toContain('b5');
  expect(made({ mode: 'merge', squares: ['c3', 'a3', 'b5'] }, all)?.text).toBe('c3a3^b5');
});

test('taps that lead nowhere have no next square and make nothing', () => {
  const all = steps('cantwell', undefined);
  expect(next({ mode: 'split', squares: ['e4'] }, all).size).toBe(0);
  expect(made({ mode: 'split', squares: ['e4', 'e5', 'e6'] }, all)).toBeNull();
});

test('only rule sets with splits and merges offer them', () => {
  expect(has('split', steps('chess', undefined))).toBe(false);
  expect(has('split', steps('auden', undefined))).toBe(true);
  expect(has('merge', steps('auden', undefined, 'b1^a3c3', 'e7e5'))).toBe(false);
});

test('a promotion is one target with four moves', () => {
  const all = steps('chess', '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  expect(targets(all).get('a7')).toEqual(['a8']);
  expect(between(all, 'a7', 'a8').map((step) => step.promotion).sort()).toEqual(['b', 'n', 'q', 'r']);
});
