// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { lessons } from '../src/lessons/lessons';
import { puzzles } from '../src/lessons/puzzles';
import { load } from './wasm';

const { Game } = load();

/** The moves that a board can send: every legal text, either way round. */
function texts(game: InstanceType<typeof Game>): string[] {
  return game.view(game.now()).steps.flatMap((step) => [step.text, ...(step.swapped ? [step.swapped] : [])]);
}

describe.each(lessons.flatMap((lesson) => lesson.steps.map((step, index) => ({ name: `${lesson.id} ${index + 1}`, step }))))(
  'lesson $name',
  ({ step }) => {
    test.each(step.moves)('%s can be made', (move) => {
      const game = new Game(step.variant, step.fen, 1, 'en');
      for (const text of step.before ?? []) game.force(text);
      expect(texts(game)).toContain(move);
      game.force(move + (step.outcome ?? ''));
    });

    test('is told in both languages', () => {
      for (const words of [step.say, step.then]) {
        expect(words.en).not.toBe('');
        expect(words.es).not.toBe(words.en);
      }
    });
  },
);

test.each(puzzles)('puzzle $id has legal answers, and others that are wrong', (puzzle) => {
  const game = new Game(puzzle.variant, puzzle.fen, 1, 'en');
  for (const text of puzzle.before ?? []) game.force(text);
  for (const answer of puzzle.answers) expect(texts(game)).toContain(answer);
  expect(texts(game).length).toBeGreaterThan(puzzle.answers.length);
});
