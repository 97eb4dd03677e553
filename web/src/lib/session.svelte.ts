// A game on a board: the position that is shown, the turns, and how steps are made. The game itself is in the worker.
import type { Step, TurnView, View } from '../wasm/qaissa_wasm';
import { rules, type RemoteGame } from './remote';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { sentence } from './words';

/** Whether chance has spoken in a turn, as its text tells. */
export function isMeasured(turn: TurnView): boolean {
  return turn.pass != null || /[{:]/.test(turn.text);
}

export class Session {
  /** The position that is shown. */
  view = $state.raw<View | null>(null);
  turns = $state.raw<TurnView[]>([]);
  variant = $state('chess');
  /** The number of the position that is shown, and of the latest. */
  at = $state(0);
  now = $state(0);
  /** What was refused, in a sentence. */
  error = $state('');
  /** What happened last, in sentences; read aloud. */
  said = $state('');
  /** The last turn, if it did something beyond its move that must not pass silently. */
  happened = $state.raw<TurnView | null>(null);
  white = $state<string | null>(null);
  black = $state<string | null>(null);

  private constructor(readonly game: RemoteGame) {}

  static async start(variant: string, fen?: string): Promise<Session> {
    return Session.of(await rules().startGame(variant, settings.lang, fen));
  }

  /** A position that moves have led to, each with its outcome. */
  static async after(variant: string, fen: string | undefined, moves: string[]): Promise<Session> {
    const session = await Session.start(variant, fen);
    for (const text of moves) await session.game.force(text);
    await session.refresh();
    return session;
  }

  /** A game on the server by its turns: nothing is dealt here. */
  static async ofTurns(variant: string, fen: string | null, turns: string[]): Promise<Session> {
    return Session.of(await rules().gameOfTurns(variant, fen ?? undefined, turns, settings.lang));
  }

  static async ofRecord(record: string): Promise<Session> {
    return Session.of(await rules().gameOf(record, settings.lang));
  }

  private static async of(game: RemoteGame): Promise<Session> {
    const session = new Session(game);
    await session.refresh();
    return session;
  }

  /** The rule set without its options. */
  get id(): string {
    return this.variant.split(':')[0] ?? this.variant;
  }

  get latest(): boolean {
    return this.at === this.now;
  }

  get steps(): Step[] {
    return this.latest ? (this.view?.steps ?? []) : [];
  }

  /** The turn that led to the position shown. */
  get turn(): TurnView | null {
    return this.turns.find((turn) => turn.after === this.at) ?? null;
  }

  /** The turn that led to the position shown, and in the latest one the turn before it too, as far as they did something beyond their moves. */
  get recent(): TurnView[] {
    const turns = this.latest ? this.turns.slice(-2) : [this.turn];
    return turns.filter((turn) => turn !== null).filter((turn) => turn.told.length > 0);
  }

  /** Reads the game again and shows its latest position. */
  async refresh(): Promise<void> {
    const told = await this.game.turns();
    const now = await this.game.now();
    const view = await this.game.view(now);
    this.turns = told.turns;
    this.variant = told.variant;
    this.white = told.white ?? null;
    this.black = told.black ?? null;
    this.view = view;
    this.at = this.now = now;
  }

  async speak(lang: string): Promise<void> {
    await this.game.speak(lang);
    const told = await this.game.turns();
    this.turns = told.turns;
    this.view = await this.game.view(this.at);
  }

  async show(at: number): Promise<void> {
    if (at < 0 || at > this.now || at === this.at) return;
    this.view = await this.game.view(at);
    this.at = at;
  }

  /** Goes so many turns forward, or back if negative. */
  async walk(turns: number): Promise<void> {
    const stops = [0, ...this.turns.map((turn) => turn.after)];
    const here = stops.findLastIndex((stop) => stop <= this.at);
    const stop = stops[Math.max(0, Math.min(stops.length - 1, here + turns))];
    if (stop !== undefined) await this.show(stop);
  }

  /** Makes a step; chance is drawn. Tells whether it was made. */
  play(text: string): Promise<boolean> {
    return this.make(() => this.game.play(text));
  }

  /** Makes a step with the outcome that the text names. */
  force(text: string): Promise<boolean> {
    return this.make(() => this.game.force(text));
  }

  private async make(step: () => Promise<void>): Promise<boolean> {
    this.error = '';
    try {
      await step();
    } catch (error) {
      this.error = sentence(error);
      this.restore();
      return false;
    }
    await this.refresh();
    const turn = this.turns.at(-1) ?? null;
    this.said = [turn?.shown, ...(turn?.told ?? []), this.view?.end?.sentence].filter(Boolean).join('. ');
    this.happened = turn !== null && turn.told.length > 0 ? turn : null;
    sound(this.happened && isMeasured(this.happened) ? 'measure' : 'move');
    return true;
  }

  /** Shows the board as it is: it may already show a move that was refused. */
  restore(): void {
    this.view = this.view === null ? null : { ...this.view };
  }

  async takeBack(turns: number): Promise<boolean> {
    return this.change(() => this.game.takeBack(turns));
  }

  /** Whatever else changes the game: resigning, claiming, going back. */
  async change(action: () => Promise<unknown>): Promise<boolean> {
    this.error = '';
    try {
      await action();
    } catch (error) {
      this.error = sentence(error);
      return false;
    }
    this.happened = null;
    await this.refresh();
    this.said = this.view?.end?.sentence ?? '';
    return true;
  }

  /** Lets go of the game; closing it twice does no harm. */
  close(): void {
    this.game.free().catch(() => undefined);
  }
}
