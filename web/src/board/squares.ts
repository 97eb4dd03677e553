// Squares by name, and where they are on a board seen from one side.

export type Side = 'white' | 'black';

export const FILES = 'abcdefgh';

/** Rank 8 first, as a board is read. */
export const ROWS: string[][] = Array.from({ length: 8 }, (_, row) =>
  Array.from(FILES, (file) => `${file}${8 - row}`),
);

/** Column and row from the top left, for whoever sits at the bottom. */
export function place(square: string, orientation: Side): [number, number] {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1)) - 1;
  return orientation === 'white' ? [file, 7 - rank] : [7 - file, rank];
}

/** The square at a column and row, if there is one. */
export function squareAt(column: number, row: number, orientation: Side): string | null {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const [file, rank] = orientation === 'white' ? [column, 8 - row] : [7 - column, row + 1];
  return `${FILES.charAt(file)}${rank}`;
}

/** All squares that a move text names. */
export function named(text: string): string[] {
  return text.match(/[a-h][1-8]/g) ?? [];
}
