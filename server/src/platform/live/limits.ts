import { HOUR_MS } from '@limpid/contract/durations';
import { maxShownItems } from '@limpid/contract/live';

/** Limits of the sockets of one process. */
export interface LiveLimits {
  total: number;
  perAddress: number;
  perPerson: number;
  /** Maximum size of one message from a client. */
  messageBytes: number;
  messagesPerSecond: number;
  /** Maximum number of topics by name, and of items, that one client subscribes to. */
  topics: number;
  items: number;
  /** Maximum bytes buffered for a slow client; beyond this it is closed and catches up later. */
  waitingBytes: number;
  waitingMessages: number;
  /** Maximum number of messages sent again to a returning client. */
  caughtUp: number;
  /** How long a client may take to authenticate. */
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
 * For benchmarks and tests, in which all clients share one address and one user. Polling is so rare that only a
 * notification can close a socket.
 */
export const relaxedLimits: LiveLimits = {
  ...liveLimits,
  perAddress: liveLimits.total,
  perPerson: liveLimits.total,
  recheckMs: HOUR_MS,
};
