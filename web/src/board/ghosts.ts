// How likely a piece is, seen on the pieces that chessground draws.
import type { Key } from '@lichess-org/chessground/types';

interface Drawn extends HTMLElement {
  cgKey?: Key;
}

/** Keeps the opacity of all pieces in step with the odds, whatever chessground does with its elements. */
export class Ghosts {
  private odds = new Map<string, number>();
  private readonly observer: MutationObserver;

  constructor(private readonly board: HTMLElement) {
    this.observer = new MutationObserver(() => this.apply());
    this.observer.observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ['style', 'class'] });
  }

  show(odds: Map<string, number>): void {
    this.odds = odds;
    this.apply();
  }

  private apply(): void {
    for (const piece of this.board.querySelectorAll<Drawn>('piece')) {
      const likely = piece.cgKey === undefined ? 1 : (this.odds.get(piece.cgKey) ?? 1);
      const opacity = likely >= 1 ? '' : String(0.35 + 0.65 * likely);
      if (piece.style.opacity !== opacity) piece.style.opacity = opacity;
    }
  }

  stop(): void {
    this.observer.disconnect();
  }
}
