// Rules and engine in a worker. Objects of the WebAssembly side stay here; the page holds their numbers.
import init, { Analyst, Game, Opponent, ending, rules, verify, writing } from '../wasm/qaissa_wasm';
import type { Answer, Call } from './remote';

const ready = init();
const objects = new Map<number, object>();
let last = 0;

/** A number from 0 to 1 that nobody can foresee. */
function uniform(): number {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return ((words[0] ?? 0) * 2 ** 21 + ((words[1] ?? 0) >>> 11)) / 2 ** 53;
}

const makers = {
  startGame: (variant: string, fen: string | undefined, seed: number, lang: string) => new Game(variant, fen, seed, lang),
  gameOf: (record: string, lang: string) => Game.ofRecord(record, lang),
  gameOfTurns: (variant: string, fen: string | undefined, turns: string[], lang: string) => Game.ofTurns(variant, fen, turns, lang),
  analyst: (record: string, lang: string) => new Analyst(record, lang),
  opponent: (level: number, variant: string, seed: number, lang: string) => new Opponent(level, variant, seed, lang),
  rules,
  writing,
  ending,
  verify,
};
export type Makers = typeof makers;

function call(message: Call): unknown {
  const { target, method, args } = message;
  if (target === null) return makers[method as keyof Makers](...(args as [never, never, never, never]));
  const object = objects.get(target);
  if (object === undefined) throw new Error(`No object ${target}`);
  if (method === 'free') objects.delete(target);
  // Functions do not cross, so what the WebAssembly side calls back is put in here.
  if (method === 'play') return (object as Game).play(args[0] as string, uniform);
  if (method === 'think') {
    const report = (line: unknown) => postMessage({ id: message.id, report: line } satisfies Answer);
    return (object as Analyst).think(args[0] as number, args[1] as number, report);
  }
  return (object as Record<string, (...all: unknown[]) => unknown>)[method]?.(...args);
}

addEventListener('message', async (event: MessageEvent<Call>) => {
  const { id } = event.data;
  try {
    await ready;
    const result = call(event.data);
    if (result instanceof Game || result instanceof Analyst || result instanceof Opponent) {
      objects.set(++last, result);
      postMessage({ id, object: last } satisfies Answer);
    } else {
      postMessage({ id, result } satisfies Answer);
    }
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Answer);
  }
});
