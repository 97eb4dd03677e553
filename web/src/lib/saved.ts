// Games kept in this browser: each is its record, and what is needed to go on with it.

export interface SavedGame {
  id: string;
  variant: string;
  /** The whole record, with what is hidden while the game goes on. */
  record: string;
  side: 'white' | 'black';
  level: number;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  result: string | null;
  turns: number;
  /** The clock, as the server writes it, and what is left of the player's time in milliseconds. The computer has all the time. */
  control?: string;
  left?: number;
}

const STORE = 'games';

/** Where tabs tell each other which game they have changed. */
const CHANNEL = 'qaissa-games';
const TAB = Math.random();

interface Change {
  id: string;
  by: number;
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('qaissa', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

async function ask<T>(mode: IDBTransactionMode, question: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = question(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

export async function keep(game: SavedGame): Promise<void> {
  await ask('readwrite', (store) => store.put(game));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ id: game.id, by: TAB } satisfies Change);
  channel.close();
}

/** Calls whenever another tab has changed a game, until what it returns is called. */
export function watch(id: string, changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Change>) => {
    if (data.id === id && data.by !== TAB) changed();
  };
  return () => channel.close();
}

/** Does something with a game while no other tab does, where the browser can see to that: only over an encrypted line, or on this machine. */
export async function alone(id: string, work: () => Promise<void>): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  await (locks ? locks.request(`${CHANNEL}:${id}`, work) : work());
}

export async function forget(id: string): Promise<void> {
  await ask('readwrite', (store) => store.delete(id));
}

export function find(id: string): Promise<SavedGame | undefined> {
  return ask('readonly', (store) => store.get(id) as IDBRequest<SavedGame | undefined>);
}

/** All of them, the latest first. */
export async function list(): Promise<SavedGame[]> {
  const all = await ask('readonly', (store) => store.getAll() as IDBRequest<SavedGame[]>);
  return all.sort((one, two) => two.changed - one.changed);
}
