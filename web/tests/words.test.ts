import { expect, test } from 'vitest';
import { en } from '../src/words/en';
import { es } from '../src/words/es';

/** Every text of a catalogue by its key; of functions the text with the names of their facts. */
function texts(words: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    const name = `${path}${key}`;
    if (typeof value === 'string') found.set(name, value);
    else if (typeof value === 'function') found.set(name, String(value('1', '2', '3', '4')));
    else for (const [inner, text] of texts(value as object, `${name}.`)) found.set(inner, text);
  }
  return found;
}

test('both languages say everything, and nothing is empty', () => {
  const [english, spanish] = [texts(en), texts(es)];
  expect([...spanish.keys()]).toEqual([...english.keys()]);
  for (const all of [english, spanish]) for (const [key, text] of all) expect(text, key).not.toBe('');
});

test('facts that one language tells the other tells too', () => {
  const [english, spanish] = [texts(en), texts(es)];
  for (const [key, text] of english) {
    const facts = (of: string) => (of.match(/[1-4]/g) ?? []).sort();
    expect(facts(spanish.get(key) ?? ''), key).toEqual(facts(text));
  }
});
