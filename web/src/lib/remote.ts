// The page's side of a worker: every call is a promise, and objects of the worker look like objects here.
import type { Analyst, Game, LineView, Opponent, Thinking } from '../wasm/qaissa_wasm';

/** What is sent to a worker: a call of an object, or of what makes objects. */
export interface Call {
  id: number;
  target: number | null;
  method: string;
  args: unknown[];
}

/** What comes back: a result, a new object, news on the way, or a sentence that says what is wrong. */
export interface Answer {
  id: number;
  result?: unknown;
  object?: number;
  report?: unknown;
  error?: string;
}

/** What a worker refuses, in the language of the page. */
export class Refused extends Error {}

/** The server did not answer. */
export class Unreachable extends Error {}

type Later<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};

export type RemoteGame = Omit<Later<Game>, 'play'> & { play(text: string): Promise<void> };
export type RemoteAnalyst = Omit<Later<Analyst>, 'think'> & {
  think(milliseconds: number, lines: number, report: (line: LineView) => void): Promise<Thinking>;
};
export type RemoteOpponent = Later<Opponent>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  report?: (news: unknown) => void;
}

/** Anything that takes calls and answers them, as a Worker does. */
export interface Port {
  postMessage(call: Call): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export class Remote {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly port: Port) {
    port.onmessage = ({ data }) => this.answer(data);
    port.onerror = (event) => {
      for (const waiting of this.waiting.values()) waiting.reject(new Refused(event.message));
      this.waiting.clear();
    };
  }

  startGame(variant: string, lang: string, fen?: string, seed = randomSeed()): Promise<RemoteGame> {
    return this.call(null, 'startGame', [variant, fen, seed, lang]) as Promise<RemoteGame>;
  }

  gameOf(record: string, lang: string): Promise<RemoteGame> {
    return this.call(null, 'gameOf', [record, lang]) as Promise<RemoteGame>;
  }

  gameOfTurns(variant: string, fen: string | undefined, turns: string[], lang: string): Promise<RemoteGame> {
    return this.call(null, 'gameOfTurns', [variant, fen, turns, lang]) as Promise<RemoteGame>;
  }

  analyst(record: string, lang: string): Promise<RemoteAnalyst> {
    return this.call(null, 'analyst', [record, lang]) as Promise<RemoteAnalyst>;
  }

  opponent(level: number, variant: string, lang: string, seed = randomSeed()): Promise<RemoteOpponent> {
    return this.call(null, 'opponent', [level, variant, seed, lang]) as Promise<RemoteOpponent>;
  }

  rules(variant: string, lang: string): Promise<string> {
    return this.call(null, 'rules', [variant, lang]) as Promise<string>;
  }

  writing(variant: string, lang: string): Promise<string> {
    return this.call(null, 'writing', [variant, lang]) as Promise<string>;
  }

  /** How a game ended, in a sentence. */
  ending(result: string, reason: string, lang: string): Promise<string> {
    return this.call(null, 'ending', [result, reason, lang]) as Promise<string>;
  }

  /** Draws the outcomes of a record again from its seed, and tells what came of it. */
  verify(record: string, lang: string): Promise<string> {
    return this.call(null, 'verify', [record, lang]) as Promise<string>;
  }

  private call(target: number | null, method: string, args: unknown[]): Promise<unknown> {
    const id = ++this.last;
    const report = typeof args.at(-1) === 'function' ? (args.pop() as (news: unknown) => void) : undefined;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, ...(report ? { report } : {}) });
      this.port.postMessage({ id, target, method, args });
    });
  }

  private answer(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined) return;
    if (answer.report !== undefined) return waiting.report?.(answer.report);
    this.waiting.delete(answer.id);
    if (answer.error !== undefined) waiting.reject(new Refused(answer.error));
    else waiting.resolve(answer.object === undefined ? answer.result : this.object(answer.object));
  }

  /** An object of the worker. It must not look like a promise, or to wait for it would be to call it. */
  private object(target: number): object {
    return new Proxy({}, {
      get: (_, method) =>
        typeof method === 'string' && method !== 'then'
          ? (...args: unknown[]) => this.call(target, method, args)
          : undefined,
    });
  }
}

function randomSeed(): number {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return (words[0] ?? 0) * 2 ** 20 + ((words[1] ?? 0) >>> 12);
}

let rulesWorker: Remote | undefined;
let engineWorker: Remote | undefined;

function worker(name: string): Remote {
  return new Remote(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name }) as unknown as Port);
}

/** Answers at once. */
export function rules(): Remote {
  return (rulesWorker ??= worker('rules'));
}

/** Thinks, and answers when it has thought. */
export function engine(): Remote {
  return (engineWorker ??= worker('engine'));
}
