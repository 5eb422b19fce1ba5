import { SECOND_MS } from '@limpid/contract/durations';
import type { GuessLimits } from './access.rule.ts';

/** Limits of one connection and of all together; times in milliseconds. */
export interface GatewayLimits {
  connections: number;
  /** Packets of one connection that are not on disk yet. */
  inFlight: number;
  /** The time for a complete frame, from its first byte. */
  frame: number;
  /** The time until the first accepted packet. */
  greeting: number;
  /** The time without a byte after which a connection counts as dead; at least three report intervals. */
  silence: number;
  /** The time for the station to read its answers. */
  unread: number;
  /** The interval of these checks. */
  sweep: number;
  guesses: GuessLimits;
}

/** Connections of one address without an accepted packet; a parameter overrides it. */
export const defaultUnproven = 200;

export const gatewayLimits: GatewayLimits = {
  connections: 20_000,
  inFlight: 64,
  frame: 30 * SECOND_MS,
  greeting: 60 * SECOND_MS,
  silence: 600 * SECOND_MS,
  unread: 60 * SECOND_MS,
  sweep: 5 * SECOND_MS,
  guesses: {
    perStation: 5,
    perAddress: 100,
    window: 600 * SECOND_MS,
    delay: 3 * SECOND_MS,
    slowest: 30 * SECOND_MS,
  },
};
