import { render, screen } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { tick } from 'svelte';
import { beforeAll, expect, test, vi } from 'vitest';
import Board from '../src/board/Board.svelte';
import { settings } from '../src/lib/settings.svelte';
import type { Outcomes, View } from '../src/wasm/qaissa_wasm';
import * as wasm from '../src/wasm/qaissa_wasm';

beforeAll(() => {
  wasm.initSync({ module: new Uint8Array(readFileSync('src/wasm/qaissa_wasm_bg.wasm')) });
  settings.lang = 'en';
});

function board(variant: string, moves: string[], fen?: string) {
  const game = new wasm.Game(variant, fen, 1, 'en');
  for (const move of moves) game.force(move);
  const view: View = game.view(game.now());
  const onstep = vi.fn<(text: string) => void>();
  const outcomes = (text: string): Promise<Outcomes> => Promise.resolve(game.outcomes(game.now(), text));
  const shown = render(Board, { view, steps: view.steps, onstep, outcomes });
  return { ...shown, onstep };
}

const cell = (square: string) => document.querySelector<HTMLElement>(`[data-square="${square}"]`)!;
const button = (name: string) => screen.getByRole('button', { name });

test('squares say what may stand on them', () => {
  board('cantwell', ['b1^a3c3', 'e7e5']);
  expect(cell('c3').getAttribute('aria-label')).toBe('c3: white knight, 50%');
  expect(cell('e1').getAttribute('aria-label')).toBe('e1: white king');
  expect(cell('e4').getAttribute('aria-label')).toBe('e4: empty');
});

test('a superposed piece has a ring, a sure one has none', () => {
  const { container } = board('cantwell', ['b1^a3c3', 'e7e5']);
  const rings = [...container.querySelectorAll('[data-ring]')].map((ring) => ring.getAttribute('data-ring'));
  expect(rings).toEqual(['a3', 'c3']);
});

test('split is a mode, three taps and a move', async () => {
  const { onstep } = board('cantwell', []);
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  button('Split').click();
  await tick();
  for (const square of ['b1', 'a3', 'c3']) {
    cell(square).click();
    await tick();
  }
  await vi.waitFor(() => expect(onstep).toHaveBeenCalledExactlyOnceWith('b1^a3c3'));
});

test('a wrong tap begins again, and cancel ends the mode', async () => {
  const { onstep } = board('cantwell', []);
  button('Split').click();
  await tick();
  cell('b1').click();
  await tick();
  expect(screen.getByText(/Split b1/)).toBeTruthy();
  cell('h6').click();
  await tick();
  expect(screen.getByText(/tap the piece/)).toBeTruthy();
  button('Cancel').click();
  await tick();
  expect(button('Split').getAttribute('aria-pressed')).toBe('false');
  expect(onstep).not.toHaveBeenCalled();
});

test('where the order of the taps matters it is asked', async () => {
  const { onstep } = board('cantwell', ['b5^c3a7', 'h8h7'], '7k/8/8/1N6/8/8/8/1N5K w - - 0 1');
  button('Split').click();
  await tick();
  for (const square of ['b1', 'a3', 'c3']) {
    cell(square).click();
    await tick();
  }
  const other = await screen.findByRole('button', { name: /^b1\^c3a3: / });
  expect(onstep).not.toHaveBeenCalled();
  other.click();
  expect(onstep).toHaveBeenCalledExactlyOnceWith('b1^c3a3');
});

test('arrow keys walk the board', () => {
  board('chess', []);
  cell('e2').focus();
  const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('ArrowUp');
  press('ArrowRight');
  expect((document.activeElement as HTMLElement).dataset['square']).toBe('f3');
});

test('a piece of two types shows the other one, a hidden one a question mark', () => {
  const gates = board('gates', []);
  expect(gates.container.querySelectorAll('.corners piece').length).toBe(14);
  gates.unmount();
  const touch = board('touch', []);
  expect(touch.container.querySelectorAll('.corners span').length).toBe(30);
});
