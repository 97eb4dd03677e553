import { expect, test, vi } from 'vitest';
import { find, forget, keep, list, watch, type SavedGame } from '../src/lib/saved';

const game = (id: string, changed: number): SavedGame => ({
  id,
  variant: 'auden',
  record: '1. e2e4 *',
  side: 'white',
  level: 3,
  changed,
  result: null,
  turns: 1,
});

test('only what other tabs do is told', async () => {
  const changed = vi.fn();
  const stop = watch('three', changed);
  await keep(game('three', 1));
  const other = new BroadcastChannel('qaissa-games');
  other.postMessage({ id: 'four', by: 0 });
  other.postMessage({ id: 'three', by: 0 });
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(changed).toHaveBeenCalledTimes(1);
  other.close();
  stop();
});

test('games are kept, listed with the latest first, and forgotten', async () => {
  await keep(game('one', 1));
  await keep(game('two', 2));
  await keep({ ...game('one', 3), turns: 9 });
  await forget('three');
  expect((await list()).map(({ id, turns }) => [id, turns])).toEqual([['one', 9], ['two', 1]]);
  await forget('one');
  expect(await find('one')).toBeUndefined();
  expect((await find('two'))?.level).toBe(3);
});
