import { maxShownItems } from '@limpid/contract/live';

/** What one process grants its sockets. */
export interface LiveLimits {
  total: number;
  perAddress: number;
  perPerson: number;
  /** Of one message from a client. */
  messageBytes: number;
  messagesPerSecond: number;
  /** Topics by name, and items of gathered kinds, that one client shows. */
  topics: number;
  items: number;
  /** What may wait for a client that does not read; more, and it is closed to catch up later. */
  waitingBytes: number;
  waitingMessages: number;
  /** Messages sent again to a client that comes back. */
  caughtUp: number;
  /** How long a client may take to say who it is. */
  tokenMs: number;
  pingMs: number;
  recheckMs: number;
}

export const liveLimits: LiveLimits = {
  total: 10_000,
  perAddress: 100,
  perPerson: 20,
  messageBytes: 20 * 1024,
  messagesPerSecond: 10,
  topics: 200,
  items: maxShownItems,
  waitingBytes: 1024 * 1024,
  waitingMessages: 500,
  caughtUp: 500,
  tokenMs: 5000,
  pingMs: 25_000,
  recheckMs: 10_000,
};

/**
 * For benchmarks and tests, in which all clients share one address and one user. Polling is so rare that a socket closes
 * only because of a notification.
 */
export const relaxedLimits: LiveLimits = {
  ...liveLimits,
  perAddress: liveLimits.total,
  perPerson: liveLimits.total,
  recheckMs: 3_600_000,
};
