// What the server and we tell each other: docs/protocol.md says what it means. Only what the app reads is here.
import type { Side } from '../board/squares';

/** The version of the protocol that this app speaks. */
export const VERSION = 1;

export type { Side };
export interface Both<T> {
  white: T;
  black: T;
}
export type Kind = 'person' | 'guest' | 'bot' | 'computer';

export interface Me {
  name: string;
  kind: Kind;
  moderator: boolean;
  muted_until: number | null;
}

export interface Player {
  name: string | null;
  kind: Kind;
  rating: number | null;
  rating_after: number | null;
}

export interface Clocks {
  white: number;
  black: number;
  running: Side | null;
}

export interface Turn {
  token: string;
  text: string;
  pass: number | null;
}

export interface Ending {
  result: string | null;
  reason: string;
  at: number;
  /** The rule set with what was hidden. */
  variant: string;
  ratings: Both<number> | null;
  draws: { seed: string; nonces: Both<string | null> } | null;
}

export type Offer = 'draw' | 'takeback' | 'rematch';
export type Offers = Record<Offer, Side | null>;
export type Room = 'players' | 'spectators';

export interface GameState {
  id: string;
  variant: string;
  start: string | null;
  players: Both<Player>;
  control: string;
  speed: string;
  rated: boolean;
  created_at: number;
  commitment: string;
  nonces: Both<boolean>;
  turns: Turn[];
  plies: number;
  next: Side;
  mid_turn: boolean;
  clocks: Clocks | null;
  offers: Offers;
  present: Both<boolean>;
  spectators: number;
  rematch_of: string | null;
  ending: Ending | null;
}

export interface ListedGame {
  id: string;
  variant: string;
  players: Both<Player>;
  control: string;
  speed: string;
  rated: boolean;
  plies: number;
  created_at: number;
  result: string | null;
  reason: string | null;
}

export interface Remark {
  from: string | null;
  room: Room;
  text: string;
  at: number;
}

export interface Challenge {
  id: string;
  from: string | null;
  to: string | null;
  variant: string;
  control: string;
  color: Side | null;
  start: string | null;
  rated: boolean;
  least: number | null;
  most: number | null;
  private: boolean;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn';
  game: string | null;
  expires_at: number;
}

export interface Rating {
  rule_set: string;
  speed: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface Profile {
  name: string;
  kind: Kind;
  online: boolean;
  moderator: boolean;
  banned: boolean;
  created_at: number;
  about: string;
  ratings: Rating[];
}

export interface Online {
  count: number;
  names: string[];
  games: number;
}

export interface Fault {
  code: string;
  message: string;
  wait?: number;
}

/** What is told outside of games. */
export type ServerEvent =
  | { type: 'welcome'; version: number; account: Me | null; games: string[] }
  | { type: 'outdated'; version: number }
  | { type: 'done'; to: number; number?: number }
  | { type: 'refused'; to: number | null; error: Fault }
  | { type: 'begun'; game: string }
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'unqueued' }
  | { type: 'signed_out' }
  | { type: 'closing'; reconnect: number };

/** What happens in a game. */
export type News =
  | { type: 'game'; state: GameState }
  | { type: 'ready' }
  | { type: 'step'; number: number; side: Side; text: string; turn: Turn; next: Side; mid_turn: boolean; clocks: Clocks | null }
  | { type: 'took_back'; turns: number; next: Side; clocks: Clocks | null }
  | { type: 'offer'; offer: Offer; by: Side; change: 'made' | 'gone' }
  | { type: 'clocks'; clocks: Clocks }
  | { type: 'presence'; players: Both<boolean>; spectators: number }
  | { type: 'premove'; text: string | null }
  | { type: 'chat'; remark: Remark }
  | { type: 'over'; ending: Ending }
  | { type: 'rematch'; next: string }
  | { type: 'trouble' }
  | { type: 'lost' };
export type GameEvent = News & { game: string; sequence: number };

/** What we ask for on the socket. */
export type Command =
  | { type: 'ping' }
  | { type: 'watch' | 'leave' | 'resign' | 'abort' | 'claim' | 'add_time'; game: string }
  | { type: 'nonce'; game: string; nonce: string }
  | { type: 'move'; game: string; text: string; number: number }
  | { type: 'premove'; game: string; text: string | null }
  | { type: 'offer' | 'accept' | 'decline'; game: string; offer: Offer }
  | { type: 'claim_left'; game: string; draw: boolean }
  | { type: 'say'; game: string; room: Room; text: string }
  | { type: 'queue'; variant: string; control: string; rated: boolean }
  | { type: 'unqueue' };

/** A game that has begun. */
export interface GameMade {
  game: string;
}

export interface RatingAt {
  game: string;
  at: number;
  points: number;
}

export interface Leader {
  name: string;
  points: number;
  games: number;
}
