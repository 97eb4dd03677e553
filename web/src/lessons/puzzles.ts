import list from './puzzles.json';

export interface Puzzle {
  id: string;
  variant: string;
  fen: string;
  before?: string[];
  /** The best moves; a test of the engine finds one of them. */
  answers: string[];
}

export const puzzles: Puzzle[] = list;
