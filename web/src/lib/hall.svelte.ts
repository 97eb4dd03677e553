// The hall: who we are on the server, whether it can be reached, and our games on it. There is one for the whole app.
import type { Challenge, GameEvent, GameState, Me, ServerEvent, Side } from './protocol';
import { Unreachable } from './remote';
import { router } from './router.svelte';
import { ask, Denied, Line, type LineState } from './server';
import { sound } from './sound';

/** A running game of ours. */
export interface OwnGame {
  id: string;
  variant: string;
  opponent: string | null;
  side: Side;
  /** Whether it waits for us. */
  waiting: boolean;
}

/** What somebody waits for in the queue. */
export interface Wanted {
  variant: string;
  control: string;
  rated: boolean;
}

class Hall {
  /** Nobody yet if null; unknown before the server has answered. */
  me = $state.raw<Me | null | undefined>(undefined);
  line = $state<LineState>('off');
  games = $state.raw<OwnGame[]>([]);
  challenges = $state.raw<Challenge[]>([]);
  queued = $state.raw<Wanted | null>(null);
  /** Whether a server answers at this address at all. */
  there = $state<boolean | null>(null);
  private readonly socket = new Line(
    (event) => this.hear(event),
    (state) => (this.line = state),
  );
  private readonly listeners = new Set<(event: ServerEvent | GameEvent) => void>();
  /** Who we are is the same in all tabs: they share the cookie. */
  private readonly tabs = new BroadcastChannel('qaissa-account');

  constructor() {
    this.tabs.onmessage = () => this.again();
  }

  /** Another tab has become somebody else. */
  private again(): void {
    this.socket.close();
    this.games = [];
    this.queued = null;
    this.me = undefined;
    void this.enter();
  }

  /** How many games wait for us. */
  get waiting(): number {
    return this.games.filter((game) => game.waiting).length;
  }

  /** Asks the server who we are; without one the app works all the same. */
  async enter(): Promise<void> {
    try {
      const { account } = await ask<{ account: Me | null }>('GET', '/account');
      this.there = true;
      await this.become(account);
    } catch (wrong) {
      this.there = wrong instanceof Denied;
    }
  }

  private async become(account: Me | null): Promise<void> {
    const changed = this.me?.name !== account?.name;
    this.me = account;
    if (changed) this.games = [];
    if (account === null) {
      this.challenges = [];
      return;
    }
    if (changed || this.socket.state === 'off') this.socket.reopen();
    this.challenges = await ask<Challenge[]>('GET', '/challenges').catch(() => []);
  }

  register(name: string, password: string): Promise<void> {
    return this.signIn('/accounts', name, password);
  }

  logIn(name: string, password: string): Promise<void> {
    return this.signIn('/session', name, password);
  }

  private async signIn(path: string, name: string, password: string): Promise<void> {
    const account = await ask<Me>('POST', path, { name, password });
    // The line is still that of whoever was here before.
    this.me = undefined;
    await this.become(account);
    this.tabs.postMessage(null);
  }

  async logOut(): Promise<void> {
    await ask('DELETE', '/session');
    this.socket.close();
    this.queued = null;
    await this.become(null);
    this.tabs.postMessage(null);
  }

  /** Whoever wants to play and is nobody yet becomes a guest. */
  async someone(): Promise<void> {
    if (this.me == null) {
      await this.become(await ask<Me>('POST', '/accounts/guest'));
      this.there = true;
      this.tabs.postMessage(null);
    }
    await this.opened();
  }

  /** Opens the line also for somebody who only watches. */
  watch(): void {
    if (this.socket.state === 'off') this.socket.open();
  }

  /** Waits until the line is open, for some seconds. */
  private opened(): Promise<void> {
    if (this.socket.state === 'open') return Promise.resolve();
    this.socket.open();
    return new Promise((resolve, reject) => {
      const stop = this.on((event) => {
        if (event.type !== 'welcome') return;
        done();
        resolve();
      });
      const late = setTimeout(() => {
        done();
        reject(new Unreachable());
      }, 8000);
      const done = () => {
        stop();
        clearTimeout(late);
      };
    });
  }

  send(...args: Parameters<Line['send']>): ReturnType<Line['send']> {
    return this.socket.send(...args);
  }

  /** Calls for everything the server tells, until what it returns is called. */
  on(listener: (event: ServerEvent | GameEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async queue(wanted: Wanted): Promise<void> {
    await this.someone();
    await this.send({ type: 'queue', ...wanted });
    this.queued = wanted;
  }

  async unqueue(): Promise<void> {
    this.queued = null;
    await this.send({ type: 'unqueue' });
  }

  private hear(event: ServerEvent | GameEvent): void {
    if (event.type === 'welcome') {
      this.there = true;
      this.me = event.account;
      this.games = this.games.filter((game) => event.games.includes(game.id));
      // A queue is left when its line breaks; whoever waits still wants to.
      if (this.queued) void this.send({ type: 'queue', ...this.queued }).catch(() => (this.queued = null));
    } else if (event.type === 'signed_out') {
      this.games = [];
      this.queued = null;
      this.socket.close();
      void this.enter();
    } else if (event.type === 'unqueued') {
      this.queued = null;
    } else if (event.type === 'challenge') {
      this.challenged(event.challenge);
    } else if (event.type === 'begun') {
      const waited = this.queued !== null;
      this.queued = null;
      sound('measure');
      // Whoever plays or reads just now is not torn away; the bar at the top shows the new game.
      const playing = this.games.some((game) => router.path === `/game/${game.id}`);
      const idle = waited || /^\/($|challenge\/|game\/)/.test(router.path);
      if (idle && !playing) router.go(`/game/${event.game}`);
    }
    if ('game' in event && 'sequence' in event) this.happened(event);
    for (const listener of [...this.listeners]) listener(event);
  }

  private challenged(challenge: Challenge): void {
    const others = this.challenges.filter((one) => one.id !== challenge.id);
    this.challenges = challenge.state === 'open' ? [...others, challenge] : others;
    if (challenge.state === 'open' && challenge.from !== this.me?.name) sound('measure');
  }

  /** Keeps the list of our games up to date. */
  private happened(event: GameEvent): void {
    if (event.type === 'game') this.put(event.state);
    else if (event.type === 'step' || event.type === 'took_back') {
      this.games = this.games.map((game) => (game.id === event.game ? { ...game, waiting: game.side === event.next } : game));
    } else if (event.type === 'over' || event.type === 'lost') {
      this.games = this.games.filter((game) => game.id !== event.game);
    }
  }

  private put(state: GameState): void {
    const side = sideOf(state, this.me ?? null);
    const others = this.games.filter((game) => game.id !== state.id);
    if (side === null || state.ending) {
      this.games = others;
      return;
    }
    const opponent = state.players[side === 'white' ? 'black' : 'white'].name;
    const game = { id: state.id, variant: state.variant, opponent, side, waiting: state.next === side };
    this.games = [...others, game].sort((one, two) => one.id.localeCompare(two.id));
  }
}

/** Which side somebody plays, if any. */
export function sideOf(state: GameState, me: Me | null): Side | null {
  if (me === null) return null;
  for (const side of ['white', 'black'] as const) {
    const player = state.players[side];
    if (player.name === me.name && player.kind !== 'computer') return side;
  }
  return null;
}

export const hall = new Hall();
