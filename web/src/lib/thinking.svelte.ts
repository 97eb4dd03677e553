// The engine beside a board: it thinks in short slices about whatever position is shown, until it is told to stop.
import type { LineView } from '../wasm/qaissa_wasm';
import { engine, type RemoteAnalyst } from './remote';
import { settings } from './settings.svelte';

/** How long a slice is, in milliseconds: so long a new position waits at most. */
const SLICE = 400;

/** No position is thought about for longer. */
const LONGEST = 60_000;

export class Thinking {
  lines = $state.raw<LineView[]>([]);
  /** Nodes a second. */
  speed = $state(0);
  on = $state(false);
  private analyst: Promise<RemoteAnalyst> | null = null;
  private round = 0;

  /** Thinks about the end of a record instead of whatever it thought about. */
  async about(record: string, many = 3): Promise<void> {
    const round = ++this.round;
    const analyst = await this.turnedTo(record);
    let spent = 0;
    while (round === this.round && this.on && spent < LONGEST) {
      const news: LineView[] = [];
      const thinking = await analyst.think(SLICE, many, (line) => {
        if (round !== this.round) return;
        news[line.rank - 1] = line;
        if (line.depth >= (this.lines[line.rank - 1]?.depth ?? 0)) this.put(line);
      });
      if (round !== this.round) return;
      this.lines = thinking.lines.map((line, rank) => {
        const before = this.lines[rank];
        return before && before.depth > line.depth && before.text === line.text ? before : line;
      });
      this.speed = Math.round(thinking.nodes / Math.max(1, thinking.milliseconds)) * 1000;
      spent += thinking.milliseconds;
      if (thinking.lines.length === 0 || thinking.milliseconds < 5) return;
    }
  }

  private put(line: LineView): void {
    const lines = this.lines.slice();
    lines[line.rank - 1] = line;
    this.lines = lines.filter((one) => one !== undefined);
  }

  /** The analyst with a game to think about. */
  async turnedTo(record: string): Promise<RemoteAnalyst> {
    this.lines = [];
    if (this.analyst === null) {
      this.analyst = engine().analyst(record, settings.lang);
      return this.analyst;
    }
    const analyst = await this.analyst;
    await analyst.turnTo(record, settings.lang);
    return analyst;
  }

  stop(): void {
    this.round++;
  }

  close(): void {
    this.stop();
    void this.analyst?.then((analyst) => analyst.free()).catch(() => undefined);
    this.analyst = null;
  }
}
