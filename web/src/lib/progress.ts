// Which lessons and puzzles are done, kept in this browser.

const KEY = 'qaissa-done';

export function done(): Set<string> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

export function finish(id: string): Set<string> {
  const all = done().add(id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...all]));
  } catch {
    // Without room it is done until the page is closed.
  }
  return all;
}
