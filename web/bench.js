// How fast the engine is in WebAssembly, against the native program with one thread on the same positions:
//   node bench.js ../target/release/qaissa
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Analyst, Game, initSync } from './src/wasm/qaissa_wasm.js';

/** How long each of the two thinks about each position, in milliseconds. */
const TIME = 2000;

const POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
];

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node bench.js PROGRAM');
  process.exit(2);
}
initSync({ module: readFileSync(new URL('./src/wasm/qaissa_wasm_bg.wasm', import.meta.url)) });

/** Thousands of nodes a second in WebAssembly. */
function browser(fen) {
  const game = new Game('chess', fen, 0, 'en');
  const analyst = new Analyst(game.record(false), 'en');
  const { nodes, milliseconds } = analyst.think(TIME, 1, () => undefined);
  return nodes / milliseconds;
}

/** The same of the program, which tells it in its last line of news before it answers. */
async function native(fen) {
  const engine = spawn(program, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
  engine.stdin.write(`setoption name Threads value 1\nposition fen ${fen}\ngo movetime ${TIME}\n`);
  let speed = NaN;
  for await (const line of createInterface({ input: engine.stdout })) {
    const [, nodes, time] = /\bnodes (\d+)\b.*\btime (\d+)\b/.exec(line) ?? [];
    if (nodes && time) speed = Number(nodes) / Math.max(1, Number(time));
    if (line.startsWith('bestmove')) break;
  }
  engine.stdin.end('quit\n');
  return speed;
}

for (const fen of POSITIONS) {
  const [here, there] = [browser(fen), await native(fen)];
  console.log(`${here.toFixed(0).padStart(6)} knodes/s in WebAssembly, ${there.toFixed(0).padStart(6)} native, ratio ${(here / there).toFixed(2)}: ${fen}`);
}
