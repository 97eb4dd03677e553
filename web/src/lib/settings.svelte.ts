// What a person has chosen, kept in this browser.

export type Lang = 'en' | 'es';

export const BOARDS = ['stone', 'wood', 'green', 'blue'] as const;
export type BoardColours = (typeof BOARDS)[number];

export interface Choices {
  lang: Lang;
  theme: 'dark' | 'light';
  board: BoardColours;
  /** Odds are written on the board, not only drawn. */
  numbers: boolean;
  animation: boolean;
  sound: boolean;
}

const KEY = 'qaissa-settings';

function usual(): Choices {
  return {
    lang: navigator.language.startsWith('es') ? 'es' : 'en',
    theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
    board: 'stone',
    numbers: false,
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    sound: true,
  };
}

function kept(): Choices {
  const choices = usual();
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const found = (typeof read === 'object' && read !== null ? read : {}) as Partial<Choices>;
    if (found.lang === 'en' || found.lang === 'es') choices.lang = found.lang;
    if (found.theme === 'dark' || found.theme === 'light') choices.theme = found.theme;
    choices.board = BOARDS.find((one) => one === found.board) ?? choices.board;
    for (const key of ['numbers', 'animation', 'sound'] as const) {
      if (typeof found[key] === 'boolean') choices[key] = found[key];
    }
  } catch {
    // What cannot be read is as good as nothing chosen.
  }
  return choices;
}

export const settings: Choices = $state(kept());

export function keepSettings(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = settings.theme;
  document.documentElement.dataset['board'] = settings.board;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without room the choice holds until the page is closed.
  }
}
