// Begins a game against the computer and shows it.
import { randomDigits } from './chance';
import { router } from './router.svelte';
import { keep } from './saved';
import { Session } from './session.svelte';
import { seconds } from './controls';

export interface Wish {
  variant: string;
  level: number;
  side: 'white' | 'black' | 'either';
  /** The clock, as the server writes it; none if it is left out. */
  control?: string | null;
  /** Where it starts, if not at the rule set's own start. */
  fen?: string;
}

export async function begin(wish: Wish): Promise<void> {
  const session = await Session.start(wish.variant, wish.fen);
  const drawn = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % 2 === 0 ? 'white' : 'black';
  const id = randomDigits(8);
  await keep({
    id,
    variant: session.variant,
    record: await session.game.record(true),
    side: wish.side === 'either' ? drawn : wish.side,
    level: wish.level,
    changed: Date.now(),
    result: null,
    turns: 0,
    ...(wish.control ? { control: wish.control, left: seconds(wish.control).start * 1000 } : {}),
  });
  session.close();
  router.go(`/play/${id}`);
}
