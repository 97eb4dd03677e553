// Lessons: positions with a move to make. Which moves are right is said here by their texts; that they are legal, and what
// they do, is for the rules. A test plays every one.
import type { Lang } from '../lib/settings.svelte';

export interface LessonStep {
  variant: string;
  fen?: string;
  /** Moves made before it, with their outcomes. */
  before?: string[];
  say: Record<Lang, string>;
  /** The moves that are right, without outcome; none if there is only something to see. */
  moves: string[];
  /** How chance turns out, if the lesson needs it so. */
  outcome?: string;
  /** What is said afterwards. */
  then: Record<Lang, string>;
}

export interface Lesson {
  id: string;
  name: Record<Lang, string>;
  line: Record<Lang, string>;
  steps: LessonStep[];
}

export const lessons: Lesson[] = [
  {
    id: 'superposition',
    name: { en: 'Superposition', es: 'Superposición' },
    line: { en: 'A piece in two places at once.', es: 'Una pieza en dos lugares a la vez.' },
    steps: [
      {
        variant: 'cantwell',
        fen: '7k/8/8/8/8/8/8/1N5K w - - 0 1',
        say: {
          en: 'Press Split, tap the knight on b1, then a3 and c3. (Or hold the knight until the bar below the board changes.)',
          es: 'Pulsa Dividir, toca el caballo de b1, y luego a3 y c3. (O mantén pulsado el caballo hasta que cambie la barra.)',
        },
        moves: ['b1^a3c3', 'b1^c3a3'],
        then: {
          en: 'One knight, two places. Each ring is half full: it is here with probability one half.',
          es: 'Un caballo, dos lugares. Cada anillo está medio lleno: está aquí con probabilidad un medio.',
        },
      },
      {
        variant: 'cantwell',
        fen: '7k/8/8/8/8/8/8/1N5K w - - 0 1',
        before: ['b1^a3c3', 'h8h7'],
        say: {
          en: 'A piece in superposition can be split again. Split c3 to d5 and e4.',
          es: 'Una pieza en superposición puede dividirse otra vez. Divide c3 a d5 y e4.',
        },
        moves: ['c3^d5e4', 'c3^e4d5'],
        then: {
          en: 'Half of the knight is on a3, a quarter each on d5 and e4. Open “Boards in the superposition” in a game to see all of them.',
          es: 'Medio caballo está en a3 y un cuarto en d5 y otro en e4. En una partida, «Tableros en la superposición» los muestra todos.',
        },
      },
    ],
  },
  {
    id: 'interference',
    name: { en: 'Interference', es: 'Interferencia' },
    line: { en: 'Split and merge: the way back.', es: 'Dividir y unir: el camino de vuelta.' },
    steps: [
      {
        variant: 'cantwell',
        fen: '7k/8/8/8/8/8/8/1N5K w - - 0 1',
        before: ['b1^a3c3', 'h8h7'],
        say: {
          en: 'Both halves can reach b5. Press Merge, tap a3 and c3, then b5.',
          es: 'Las dos mitades llegan a b5. Pulsa Unir, toca a3 y c3, y luego b5.',
        },
        moves: ['a3c3^b5', 'c3a3^b5'],
        then: {
          en: 'The two ways add up: the knight is surely on b5. No chance was involved.',
          es: 'Los dos caminos se suman: el caballo está seguro en b5. Sin azar alguno.',
        },
      },
    ],
  },
  {
    id: 'measurement',
    name: { en: 'Measurement', es: 'Medición' },
    line: { en: 'A capture asks where the piece is.', es: 'Una captura pregunta dónde está la pieza.' },
    steps: [
      {
        variant: 'cantwell',
        fen: '7k/8/8/3p4/8/8/8/1N5K w - - 0 1',
        before: ['b1^a3c3', 'h8h7'],
        say: {
          en: 'The knight on c3 attacks the pawn on d5, but it is there only in half of the boards. Select it: the badge on d5 tells the odds. Capture.',
          es: 'El caballo de c3 ataca al peón de d5, pero solo está ahí en la mitad de los tableros. Selecciónalo: la etiqueta en d5 dice la probabilidad. Captura.',
        },
        moves: ['c3xd5'],
        outcome: '.m1',
        then: {
          en: 'The capture asked: is the knight on c3? This time it was, so it is no longer on a3. Otherwise your turn would have been lost.',
          es: 'La captura preguntó: ¿está el caballo en c3? Esta vez sí, así que ya no está en a3. Si no, habrías perdido el turno.',
        },
      },
    ],
  },
  {
    id: 'entanglement',
    name: { en: 'Entanglement', es: 'Entrelazamiento' },
    line: { en: 'Sliding through a piece that may be there.', es: 'Pasar a través de una pieza que quizá esté.' },
    steps: [
      {
        variant: 'cantwell',
        fen: '7k/8/8/8/8/8/8/RN5K w - - 0 1',
        before: ['b1^a3c3', 'h8h7'],
        say: {
          en: 'The knight may stand on a3, in the way of the rook. Slide the rook from a1 to a8 all the same.',
          es: 'El caballo quizá esté en a3, en el camino de la torre. Mueve la torre de a1 a a8 de todos modos.',
        },
        moves: ['a1a8'],
        then: {
          en: 'Where the knight is on a3 the rook stayed; where it is on c3 the rook went. They are entangled: tap one of them to see the lines.',
          es: 'Donde el caballo está en a3 la torre se quedó; donde está en c3 se fue. Están entrelazados: toca uno para ver las líneas.',
        },
      },
    ],
  },
  {
    id: 'coins',
    name: { en: 'Coins', es: 'Monedas' },
    line: { en: 'Auden: probability without phase.', es: 'Auden: probabilidad sin fase.' },
    steps: [
      {
        variant: 'auden',
        before: ['e2e4', 'e7e5'],
        say: {
          en: 'In Auden a split opens a coin. Split the bishop from f1 to c4 and b5.',
          es: 'En Auden, dividir abre una moneda. Divide el alfil de f1 a c4 y b5.',
        },
        moves: ['f1^c4b5', 'f1^b5c4'],
        then: {
          en: 'The coin lies open until a capture looks at it. There is no merging: coins do not interfere.',
          es: 'La moneda queda abierta hasta que una captura la mira. No se puede unir: las monedas no interfieren.',
        },
      },
      {
        variant: 'auden',
        before: ['e2e4', 'e7e5', 'f1^c4b5', 'b8c6'],
        say: {
          en: 'Capture on c6 with the bishop that may be on b5.',
          es: 'Captura en c6 con el alfil que quizá esté en b5.',
        },
        moves: ['b5c6'],
        outcome: '.c1',
        then: {
          en: 'The coin fell on the second target: the bishop was on b5 and took the knight.',
          es: 'La moneda cayó en el segundo destino: el alfil estaba en b5 y tomó el caballo.',
        },
      },
    ],
  },
  {
    id: 'gates',
    name: { en: 'Gates', es: 'Puertas' },
    line: { en: 'Pieces that are two types at once.', es: 'Piezas que son de dos tipos a la vez.' },
    steps: [
      {
        variant: 'gates',
        say: {
          en: 'Every piece but king and pawn is two types: the small picture is the other one. Select the knight on b1 and point at c3: the dashed circles show whom its gate X will reach. Move there.',
          es: 'Toda pieza salvo rey y peón es de dos tipos: la imagen pequeña es el otro. Selecciona el caballo de b1 y señala c3: los círculos muestran a quién llega su puerta X. Muévelo.',
        },
        moves: ['b1c3'],
        then: {
          en: 'X swaps the two types: the pawns that it reached are now the pieces behind them.',
          es: 'X intercambia los dos tipos: los peones que alcanzó son ahora las piezas de detrás.',
        },
      },
    ],
  },
  {
    id: 'touch',
    name: { en: 'Touch', es: 'Tocar' },
    line: { en: 'What is this piece? Touch it.', es: '¿Qué es esta pieza? Tócala.' },
    steps: [
      {
        variant: 'touch',
        say: {
          en: 'Nobody knows the second type of a piece. Tap b1, then tap it again to touch it.',
          es: 'Nadie conoce el segundo tipo de una pieza. Toca b1, y vuelve a tocarla.',
        },
        moves: ['b1'],
        outcome: ':N',
        then: {
          en: 'It turned out to be a knight, and must move now. On a dark square its type will be open again.',
          es: 'Resultó ser un caballo, y ahora debe moverse. En una casilla oscura su tipo volverá a estar abierto.',
        },
      },
    ],
  },
];
