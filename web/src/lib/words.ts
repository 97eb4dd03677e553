// What the app says, in the language that was chosen. The rules' own sentences come from the rules.
import { en, type Words } from '../words/en';
import { es } from '../words/es';
import { Refused, Unreachable } from './remote';
import { settings, type Lang } from './settings.svelte';

const catalogues: Record<Lang, Words> = { en, es };

/** The words of the language; read in a template they change with it. */
export function words(): Words {
  return catalogues[settings.lang];
}

export function percent(probability: number): string {
  const shown = probability * 100;
  const digits = shown < 10 && shown !== Math.round(shown) ? 1 : 0;
  return new Intl.NumberFormat(settings.lang, { style: 'percent', maximumFractionDigits: digits }).format(probability);
}

export function number(value: number): string {
  return new Intl.NumberFormat(settings.lang, { maximumSignificantDigits: 6 }).format(value);
}

/** What went wrong, as a sentence. Sentences of the rules are shown as they are. */
export function sentence(wrong: unknown): string {
  if (wrong instanceof Unreachable) return words().unreachable;
  if (wrong instanceof Refused) return wrong.message;
  return words().failed(wrong instanceof Error ? wrong.message : String(wrong));
}
