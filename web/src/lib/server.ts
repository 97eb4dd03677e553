// The server: what is asked once goes by HTTP, games by a socket that comes back by itself.
import { Refused, Unreachable } from './remote';
import { VERSION, type Command, type Fault, type GameEvent, type ServerEvent } from './protocol';
import { settings } from './settings.svelte';

/** The server said no, in a sentence for people and a word for programs. */
export class Denied extends Refused {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** Asks the server something; what it refuses is thrown. */
export async function ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const text = await told(method, path, body);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    // Whoever answered is not our server.
    throw new Unreachable();
  }
}

/** The same, as it was written. */
export async function told(method: string, path: string, body?: unknown): Promise<string> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: { 'Accept-Language': settings.lang, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unreachable();
  }
  const text = await response.text().catch(() => '');
  if (response.ok) return text;
  let fault: Fault | undefined;
  try {
    fault = (JSON.parse(text) as { error?: Fault }).error;
  } catch {
    // Whoever answered is not our server.
  }
  if (fault === undefined) throw new Unreachable();
  throw new Denied(fault);
}

export type LineState = 'off' | 'connecting' | 'open' | 'waiting' | 'outdated';

/** Pauses between tries, in milliseconds: the first, and the longest. */
const SOON = 500;
const LATE = 20_000;
/** How often the line is tried while nothing is said, and how long an answer may take. */
const PING = 10_000;
const PATIENCE = 8_000;

interface Waiting {
  resolve(number: number | undefined): void;
  reject(error: Error): void;
}

/** How long to wait before the next try: longer each time, and never all at once. */
export function pause(tries: number, random: number): number {
  return Math.min(LATE, SOON * 2 ** tries) * (0.5 + random / 2);
}

/** The socket. It comes back by itself, and tells who listens what was missed by telling everything again. */
export class Line {
  state: LineState = 'off';
  private socket: WebSocket | null = null;
  private readonly answers = new Map<number, Waiting>();
  private last = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly heard: (event: ServerEvent | GameEvent) => void,
    private readonly changed: (state: LineState) => void,
  ) {
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.socket?.close());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  open(): void {
    if (this.socket !== null || this.state === 'outdated') return;
    clearTimeout(this.timer);
    this.be('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket?version=${VERSION}&follow=true&lang=${settings.lang}`);
    this.socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => this.take(JSON.parse(data) as ServerEvent | GameEvent);
    socket.onclose = () => {
      if (this.socket === socket) this.gone(pause(this.tries++, Math.random()));
    };
  }

  /** Closes the line and opens it again, as somebody else or in another language. */
  reopen(): void {
    this.close();
    this.open();
  }

  close(): void {
    const socket = this.socket;
    this.drop();
    socket?.close();
    this.be('off');
  }

  /** Sends a command; the promise holds once the server has done it. */
  send(command: Command): Promise<number | undefined> {
    const socket = this.socket;
    if (socket === null || this.state !== 'open') return Promise.reject(new Unreachable());
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.answers.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, ...command }));
    });
  }

  private hurry(): void {
    if (this.state === 'waiting') this.open();
  }

  private take(event: ServerEvent | GameEvent): void {
    if (event.type === 'welcome') {
      this.tries = 0;
      this.be('open');
      this.heart = setInterval(() => this.beat(), PING);
    } else if (event.type === 'outdated') {
      this.drop();
      this.be('outdated');
    } else if (event.type === 'done') {
      this.answers.get(event.to)?.resolve(event.number);
      this.answers.delete(event.to);
    } else if (event.type === 'refused') {
      const to = event.to ?? -1;
      this.answers.get(to)?.reject(new Denied(event.error));
      this.answers.delete(to);
    } else if (event.type === 'closing') {
      const socket = this.socket;
      this.gone(event.reconnect * 1000 * (1 + Math.random() / 2));
      socket?.close();
    }
    this.heard(event);
  }

  /** A line on which nothing comes any more is closed: browsers notice that late. */
  private beat(): void {
    const socket = this.socket;
    const late = setTimeout(() => {
      if (this.socket !== socket) return;
      this.gone(pause(this.tries++, Math.random()));
      socket?.close();
    }, PATIENCE);
    this.send({ type: 'ping' })
      .catch(() => undefined)
      .finally(() => clearTimeout(late));
  }

  private gone(wait: number): void {
    this.drop();
    this.timer = setTimeout(() => this.open(), wait);
    this.be('waiting');
  }

  private drop(): void {
    clearInterval(this.heart);
    clearTimeout(this.timer);
    this.socket = null;
    const waiting = [...this.answers.values()];
    this.answers.clear();
    for (const one of waiting) one.reject(new Unreachable());
  }

  private be(state: LineState): void {
    if (this.state === state) return;
    this.state = state;
    this.changed(state);
  }
}
