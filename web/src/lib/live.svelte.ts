// A game on the server, as it is shown here. The server alone decides; what it tells is played on a board of our own, so that
// odds, stories and legal moves need no server.
import { named } from '../board/squares';
import { randomDigits } from './chance';
import { hall, sideOf } from './hall.svelte';
import type { Clocks, Ending, GameEvent, GameState, Offer, Remark, Room, ServerEvent, Side, Turn } from './protocol';
import { rules, Unreachable } from './remote';
import { ask, Denied } from './server';
import { Session } from './session.svelte';
import { settings } from './settings.svelte';
import { sentence, words } from './words';

/** A move that the server has not confirmed yet. */
interface Unsent {
  text: string;
  number: number;
  /** The turn that it would be, or be part of. */
  turn: number;
}

export class Live {
  state = $state.raw<GameState | null>(null);
  session = $state.raw<Session | null>(null);
  clocks = $state.raw<Clocks | null>(null);
  /** When the clocks were told, by the page's own clock. */
  told = $state(0);
  remarks = $state.raw<Remark[]>([]);
  premove = $state<string | null>(null);
  unsent = $state.raw<Unsent | null>(null);
  next = $state<string | null>(null);
  trouble = $state(false);
  error = $state('');
  missing = $state(false);
  /** How it ended, in a sentence. */
  ended = $state('');
  /** Since when the opponent has been away, by the page's own clock. */
  away = $state<number | null>(null);
  private work: Promise<void> = Promise.resolve();
  private sequence = 0;
  private open = true;
  private readonly stop: () => void;

  constructor(readonly id: string) {
    this.stop = hall.on((event) => this.hear(event));
    hall.watch();
    if (hall.line === 'open') this.watch();
  }

  /** Our side, if we play. */
  get mine(): Side | null {
    return this.state === null ? null : sideOf(this.state, hall.me ?? null);
  }

  get ending(): Ending | null {
    return this.state?.ending ?? null;
  }

  get myTurn(): boolean {
    return this.ending === null && this.unsent === null && this.mine !== null && this.state?.next === this.mine;
  }

  private watch(): void {
    hall.send({ type: 'watch', game: this.id }).catch((wrong: unknown) => {
      if (wrong instanceof Denied) {
        this.missing = true;
        this.error = wrong.message;
      }
    });
  }

  private hear(event: ServerEvent | GameEvent): void {
    if (event.type === 'welcome') return this.watch();
    if (!('sequence' in event) || event.game !== this.id) return;
    // What happens is shown one after the other, since the board answers later.
    this.work = this.work
      .then(() => (this.open ? this.take(event) : undefined))
      .catch((wrong: unknown) => {
        this.error = sentence(wrong);
        // Whatever was missed comes again with the whole state.
        this.watch();
      });
  }

  private async take(event: GameEvent): Promise<void> {
    if (event.type !== 'game' && event.sequence <= this.sequence) return;
    this.sequence = Math.max(this.sequence, event.sequence);
    if (event.type === 'game') return this.whole(event.state);
    const state = this.state;
    if (state === null) return;
    switch (event.type) {
      case 'step': {
        const turns = state.mid_turn ? state.turns.slice(0, -1) : state.turns;
        this.state = {
          ...state,
          turns: [...turns, event.turn],
          plies: event.number,
          next: event.next,
          mid_turn: event.mid_turn,
          offers: { ...state.offers, draw: null, takeback: null },
        };
        this.set(event.clocks);
        this.confirm(event.number);
        if (this.session && !(await this.session.force(event.text))) await this.board();
        break;
      }
      case 'took_back':
        this.state = { ...state, turns: state.turns.slice(0, event.turns), next: event.next, mid_turn: false };
        this.set(event.clocks);
        await this.board();
        break;
      case 'offer':
        this.state = { ...state, offers: { ...state.offers, [event.offer]: event.change === 'made' ? event.by : null } };
        break;
      case 'clocks':
        this.set(event.clocks);
        break;
      case 'presence':
        this.state = { ...state, present: event.players, spectators: event.spectators };
        this.noticed();
        break;
      case 'premove':
        this.premove = event.text;
        break;
      case 'chat':
        this.remarks = [...this.remarks, event.remark];
        break;
      case 'over':
        this.state = { ...state, ending: event.ending, offers: { draw: null, takeback: null, rematch: null } };
        this.premove = null;
        this.confirm(Infinity);
        this.set(this.clocks && { ...this.clocks, running: null });
        await this.board();
        // Whoever had no rating before the game has one now, from which it changed: the state tells.
        if (event.ending.ratings) this.watch();
        break;
      case 'rematch':
        this.next = event.next;
        break;
      case 'trouble':
        this.trouble = true;
        break;
      case 'ready':
        break;
      case 'lost':
        this.watch();
        break;
    }
  }

  /** Takes the state of the game in place of everything that was known. */
  private async whole(state: GameState): Promise<void> {
    const first = this.state === null;
    const same = this.state?.turns.length === state.turns.length && this.session !== null && this.ending === null && !state.ending
      && this.state.mid_turn === state.mid_turn && this.state.turns.every((turn, index) => turn.text === state.turns[index]?.text);
    this.state = state;
    this.trouble = false;
    this.missing = false;
    this.set(state.clocks);
    this.noticed();
    if (!same) await this.board();
    const mine = this.mine;
    if (mine !== null && !state.ending && !state.nonces[mine]) await this.give();
    this.resend();
    if (first) await this.read();
  }

  /** Sends our part in the draws, and remembers it: at the end it must be the one that was used. */
  private async give(): Promise<void> {
    await hall.send({ type: 'nonce', game: this.id, nonce: randomDigits(16) }).catch(() => undefined);
  }

  private async read(): Promise<void> {
    const room = this.room;
    this.remarks = await ask<Remark[]>('GET', `/games/${this.id}/chat?room=${room}`).catch(() => []);
  }

  /** Where our remarks go. */
  get room(): Room {
    return this.mine === null ? 'spectators' : 'players';
  }

  /** Builds the board anew from the turns. */
  private async board(): Promise<void> {
    const state = this.state;
    if (state === null) return;
    const variant = state.ending?.variant ?? state.variant;
    const fresh = await Session.ofTurns(variant, state.start, state.turns.map((turn) => turn.text));
    if (!this.open) return fresh.close();
    const shown = this.session;
    fresh.happened = shown?.happened ?? null;
    this.session = fresh;
    shown?.close();
    this.ended = state.ending ? await ending(state.ending) : '';
    if (this.ended) fresh.said = this.ended;
  }

  private set(clocks: Clocks | null): void {
    this.clocks = clocks;
    this.told = performance.now();
  }

  private noticed(): void {
    const mine = this.mine;
    if (mine === null || this.state === null) return;
    const there = this.state.present[mine === 'white' ? 'black' : 'white'];
    this.away = there ? null : (this.away ?? performance.now());
  }

  /** Makes a step, or keeps it until the server is back. */
  move(text: string): void {
    if (this.state === null || !this.myTurn) return;
    this.error = '';
    this.unsent = { text, number: this.state.plies + 1, turn: this.state.turns.length - (this.state.mid_turn ? 1 : 0) };
    this.resend();
  }

  private resend(): void {
    const unsent = this.unsent;
    if (unsent === null || this.state === null) return;
    if (this.state.plies >= unsent.number || this.ending) return this.confirm(Infinity);
    hall.send({ type: 'move', game: this.id, text: unsent.text, number: unsent.number }).catch((wrong: unknown) => {
      // What did not arrive is sent again when the line is back.
      if (wrong instanceof Unreachable || this.unsent !== unsent) return;
      this.unsent = null;
      this.error = words().live.refused(unsent.text, sentence(wrong));
      this.session?.restore();
    });
  }

  /** So many plies are made; ours is one of them, or another tab was faster, or the game has ended. */
  private confirm(number: number): void {
    const unsent = this.unsent;
    if (unsent === null || unsent.number > number) return;
    this.unsent = null;
    if (!wasMade(unsent.text, this.state?.turns[unsent.turn])) this.error = words().live.refused(unsent.text, words().live.tooLate);
  }

  /** A move for when the opponent has made one; nothing takes it back. */
  async plan(text: string | null): Promise<void> {
    this.premove = text;
    await this.command({ type: 'premove', game: this.id, text });
    if (this.error) this.premove = null;
  }

  async offer(type: 'offer' | 'accept' | 'decline', offer: Offer): Promise<void> {
    await this.command({ type, game: this.id, offer });
  }

  async say(text: string): Promise<boolean> {
    return this.command({ type: 'say', game: this.id, room: this.room, text });
  }

  /** Sends something else; tells whether it was done. */
  async command(command: Parameters<typeof hall.send>[0]): Promise<boolean> {
    this.error = '';
    try {
      await hall.send(command);
      return true;
    } catch (wrong) {
      this.error = sentence(wrong);
      return false;
    }
  }

  close(): void {
    this.open = false;
    this.stop();
    this.session?.close();
    // Our own games go on being told: the bar at the top shows them.
    if (this.mine === null) hall.send({ type: 'leave', game: this.id }).catch(() => undefined);
  }
}

/** Whether a turn is the move that somebody wrote, or has it as its part. */
export function wasMade(text: string, turn: Turn | undefined): boolean {
  if (turn === undefined) return false;
  const squares = named(text);
  // The order of two targets may be another one in the record.
  const same = squares.length > 1 && squares.every((square) => turn.text.includes(square));
  return same || [turn.text, turn.token].some((written) => written.startsWith(text) || written.endsWith(text));
}

/** How a game ended, in a sentence. */
export function ending({ result, reason }: { result: string | null; reason: string }): Promise<string> {
  return result === null ? Promise.resolve(words().live.aborted) : rules().ending(result, reason, settings.lang);
}

/** What a clock shows at a moment of the page's own clock. */
export function left(clocks: Clocks, side: Side, told: number, now: number): number {
  return clocks.running === side ? Math.max(0, clocks[side] - (now - told)) : clocks[side];
}

/** A time as clocks show it; tenths when it gets short. */
export function shownTime(milliseconds: number): string {
  if (milliseconds >= 36e5 * 24) return `${Math.floor(milliseconds / 864e5)} d ${Math.floor((milliseconds % 864e5) / 36e5)} h`;
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(rest)}`;
  return seconds < 20 ? `${minutes}:${two(rest)}.${tenths % 10}` : `${minutes}:${two(rest)}`;
}

/** A control as people read it: minutes and seconds, days, or none. */
export function shownControl(control: string): string {
  const [, start, increment] = /^(\d+)\+(\d+)$/.exec(control) ?? [];
  if (start === undefined) return /^(\d+)d$/.test(control) ? words().live.days(parseInt(control)) : words().live.noClock;
  const minutes = Number(start) / 60;
  return `${minutes === 0.5 ? '½' : Number.isInteger(minutes) ? minutes : minutes.toFixed(1)}+${increment}`;
}
