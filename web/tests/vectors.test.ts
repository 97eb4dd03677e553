// @vitest-environment node
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FILES } from '../src/board/squares';
import { load } from './wasm';

interface Line {
  name: string;
  fen: string;
  plies: { move: string }[];
}

const { Game } = load();
const SQUARES = Array.from({ length: 64 }, (_, index) => `${FILES[index % 8]}${Math.floor(index / 8) + 1}`);

/** The same two sums over all bits as in crates/wasm/tests/vectors.rs. */
function digest(line: Line): string {
  const game = new Game('cantwell', line.fen, 0, 'en');
  const bits = new DataView(new ArrayBuffer(8));
  let [one, two] = [0x811c9dc5, 0];
  const take = (number: number) => {
    bits.setFloat64(0, number, true);
    for (const at of [0, 4]) {
      const word = bits.getUint32(at, true);
      one = Math.imul(one ^ word, 16_777_619);
      two = Math.imul(((two << 5) | (two >>> 27)) ^ word, 0x9e3779b1);
    }
  };
  for (const { move } of line.plies) {
    try {
      game.force(move);
    } catch {
      break;
    }
    const odds = new Map(game.view(game.now()).pieces.map((piece) => [piece.square, piece.presence]));
    for (const square of SQUARES) take(odds.get(square) ?? 0);
    take(game.turns().turns.at(-1)?.pass ?? -1);
  }
  const hex = [one, two].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  const told = `${line.name} ${hex} ${game.now()}`;
  game.free();
  return told;
}

test('all lines of the vectors have the probabilities of the native build, to the last bit', () => {
  const vectors = JSON.parse(gunzipSync(readFileSync('../crates/core/tests/data/cantwell.json.gz')).toString()) as {
    scenarios: Line[];
    games: Line[];
  };
  const native = readFileSync('../crates/wasm/tests/data/vectors.txt', 'utf8').trimEnd().split('\n');
  expect([...vectors.scenarios, ...vectors.games].map(digest)).toEqual(native);
  expect(native.length).toBeGreaterThan(200);
}, 120_000);
