// @vitest-environment node
// Positions set up by hand are positions of the rules, and come back from their text.
import { expect, test } from 'vitest';
import { START, read, written, type Setup } from '../src/lib/setup';
import type { VariantId } from '../src/words/en';
import { load } from './wasm';

const { Game } = load();

const empty = (): Setup => read('7k/8/8/8/8/8/8/7K w - - 0 1');

function view(setup: Setup, variant: VariantId) {
  const game = new Game(variant, written(setup, variant), 1, 'en');
  return game.view(0);
}

test.each(['chess', 'cantwell', 'auden', 'gates', 'touch'] as const)('the start position of %s', (variant) => {
  const setup = read(START);
  expect(view(setup, variant).pieces).toHaveLength(32);
  expect(read(written(setup, variant)).pieces).toEqual(setup.pieces);
});

test.each(['cantwell', 'auden'] as const)('pieces in two places in %s', (variant) => {
  const setup = empty();
  for (const [square, letter] of [['c3', 'N'], ['a3', 'N'], ['b8', 'n'], ['d7', 'n']] as const) setup.pieces.set(square, letter);
  setup.pairs = [['c3', 'a3'], ['d7', 'b8']];
  const pieces = view(setup, variant).pieces.filter((piece) => piece.presence < 1);
  expect(pieces.map((piece) => [piece.square, piece.color, Math.round(piece.presence * 100)])).toEqual([
    ['a3', 'white', 50],
    ['c3', 'white', 50],
    ['d7', 'black', 50],
    ['b8', 'black', 50],
  ]);
  expect(read(written(setup, variant)).pairs).toEqual([['a3', 'c3'], ['d7', 'b8']]);
});

test('states of pieces in gates', () => {
  const setup = empty();
  setup.pieces.set('b4', 'N');
  setup.qubits.set('b4', '1');
  const knight = view(setup, 'gates').pieces.find((piece) => piece.square === 'b4');
  expect(knight?.types).toHaveLength(1);
  expect(read(written(setup, 'gates')).qubits).toEqual(setup.qubits);
});

test('certain types in touch', () => {
  const setup = read(START);
  setup.sure.set('b1', 'N');
  const knight = view(setup, 'touch').pieces.find((piece) => piece.square === 'b1');
  expect(knight?.types.map((type) => type.role)).toEqual(['knight']);
});

test('a right to castle needs king and rook at home', () => {
  const setup = read(START);
  setup.pieces.delete('h1');
  setup.pieces.delete('e8');
  expect(written(setup, 'chess')).toContain(' w Q - ');
});
