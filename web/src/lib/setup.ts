// A position that is set up by hand, and its text: FEN, and behind it the fields of docs/notation.md. Whether the rules accept it is
// asked of them.
import type { VariantId } from '../words/en';
import type { Side } from '../board/squares';

export const STATES = ['0', '1', '+', '-', '+i', '-i'] as const;
export type State = (typeof STATES)[number];

export interface Setup {
  /** Letters of FEN by square. */
  pieces: Map<string, string>;
  turn: Side;
  castling: boolean;
  /** Pieces that are on two squares at once. */
  pairs: [string, string][];
  /** What differs from the start states, in gates. */
  qubits: Map<string, State>;
  /** Types that are certain, in touch. */
  sure: Map<string, string>;
}

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Squares that material odds leave empty; the pieces are those of the stronger side. */
export const ODDS = { pawn: 'f2', knight: 'b1', rook: 'a1', queen: 'd1' } as const;
export type Odds = keyof typeof ODDS;

/** One over the square root of two, to the last bit. */
const HALF = '0.7071067811865476';

function order(square: string): number {
  return (Number(square.charAt(1)) - 1) * 8 + square.charCodeAt(0) - 97;
}

const ascending = (one: string, two: string) => order(one) - order(two);

/** Pairs as the notation wants them: each ascending, in the order of their first squares. */
function sorted(pairs: [string, string][]): string[][] {
  return pairs.map((pair) => pair.toSorted(ascending)).sort((one, two) => ascending(one[0] ?? '', two[0] ?? ''));
}

function board(pieces: Map<string, string>): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = '';
    let empty = 0;
    for (const file of 'abcdefgh') {
      const letter = pieces.get(`${file}${rank}`);
      if (letter === undefined) empty++;
      else {
        row += `${empty || ''}${letter}`;
        empty = 0;
      }
    }
    rows.push(`${row}${empty || ''}`);
  }
  return rows.join('/');
}

/** The rights of kings and rooks that are at home. */
function rights({ pieces, pairs }: Setup): string {
  const unsure = new Set(pairs.flat());
  const at = (square: string, letter: string) => pieces.get(square) === letter && !unsure.has(square);
  const all = [['K', 'e1', 'h1'], ['Q', 'e1', 'a1'], ['k', 'e8', 'h8'], ['q', 'e8', 'a8']] as const;
  const held = all.filter(([right, king, rook]) => {
    const white = right === right.toUpperCase();
    return at(king, white ? 'K' : 'k') && at(rook, white ? 'R' : 'r');
  });
  return held.map(([right]) => right).join('') || '-';
}

function fields(setup: Setup, variant: VariantId): string {
  const list = (entries: Map<string, string>) =>
    [...entries].filter(([square]) => setup.pieces.has(square)).sort(([one], [two]) => ascending(one, two)).map(([square, what]) => `${square}:${what}`).join(',');
  const pairs = sorted(setup.pairs);
  switch (variant) {
    case 'cantwell':
      return pairs.length === 0 ? '' : ` wave=${pairs.map((pair) => `${pair.join('')}:1=${HALF},2=${HALF}`).join('/')}`;
    case 'auden': {
      if (pairs.length === 0) return '';
      const owners = pairs.map(([first = '']) => (/[A-Z]/.test(setup.pieces.get(first) ?? '') ? 'w' : 'b'));
      const places = pairs.map((pair, coin) => `${pair.join('')}:${coin}`);
      return ` coins=${owners.join('')} pieces=${places.join('/')} boards=${pairs.map(() => '1,2').join('/')}`;
    }
    case 'gates': {
      const states = list(setup.qubits);
      return states === '' ? '' : ` qubits=${states}`;
    }
    case 'touch': {
      const types = list(setup.sure);
      return types === '' ? '' : ` sure=${types}`;
    }
    case 'chess':
      return '';
  }
}

/** The position as text. */
export function written(setup: Setup, variant: VariantId): string {
  const castling = setup.castling && variant !== 'gates' && variant !== 'touch' ? rights(setup) : '-';
  return `${board(setup.pieces)} ${setup.turn === 'white' ? 'w' : 'b'} ${castling} - 0 1${fields(setup, variant)}`;
}

/** The position of a text, as far as it can be set up by hand: pieces that are bound up with others become sure. */
export function read(fen: string): Setup {
  const [rows = '', turn = 'w', castling = '-', ...rest] = fen.trim().split(/\s+/);
  const pieces = new Map<string, string>();
  rows.split('/').slice(0, 8).forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else if (/[a-z]/i.test(letter) && file < 8) pieces.set(`${'abcdefgh'.charAt(file++)}${8 - index}`, letter);
    }
  });
  const field = (name: string) => rest.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const each = (text: string) => new Map(text.split(',').filter(Boolean).map((one) => one.split(':') as [string, string]));
  const clusters = (field('wave') || field('pieces')).split('/');
  const pairs = clusters.flatMap((cluster): [string, string][] => {
    const [, one, two, branches] = /^([a-h][1-8])([a-h][1-8]):(.*)$/.exec(cluster) ?? [];
    const even = branches !== undefined && (/^\d+$/.test(branches) || /^1=0\.707106781186547\d*,2=-?0\.707106781186547\d*i?$/.test(branches));
    return one && two && even ? [[one, two]] : [];
  });
  return {
    pieces,
    turn: turn === 'b' ? 'black' : 'white',
    castling: castling !== '-',
    pairs,
    qubits: each(field('qubits')) as Map<string, State>,
    sure: each(field('sure')),
  };
}
