import { expect, test } from 'vitest';
import { find, forget, keep, list, type SavedGame } from '../src/lib/saved';

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

test('games are kept, listed with the latest first, and forgotten', async () => {
  await keep(game('one', 1));
  await keep(game('two', 2));
  await keep({ ...game('one', 3), turns: 9 });
  expect((await list()).map(({ id, turns }) => [id, turns])).toEqual([['one', 9], ['two', 1]]);
  await forget('one');
  expect(await find('one')).toBeUndefined();
  expect((await find('two'))?.level).toBe(3);
});
