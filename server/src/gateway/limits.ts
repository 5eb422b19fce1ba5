import type { GuessLimits } from './access.rule.ts';

/** What one station, or all of them, may take of this process; times in milliseconds. */
export interface GatewayLimits {
  connections: number;
  /** Packets of one connection that are not on disk yet. */
  inFlight: number;
  /** For the whole of a frame, once its first byte has come. */
  frame: number;
  /** For the first packet that makes sense. */
  greeting: number;
  /** Without a byte, before the other end counts as gone; at least three reports. */
  silence: number;
  /** For the other end to read what it was sent. */
  unread: number;
  /** How often all of this is looked at. */
  sweep: number;
  guesses: GuessLimits;
}

/** Connections of one address that have not sent an accepted packet yet; people change it by a parameter. */
export const defaultUnproven = 200;

const second = 1000;

export const gatewayLimits: GatewayLimits = {
  connections: 20_000,
  inFlight: 64,
  frame: 30 * second,
  greeting: 60 * second,
  silence: 600 * second,
  unread: 60 * second,
  sweep: 5 * second,
  guesses: { perStation: 5, perAddress: 100, window: 600 * second, delay: 3 * second, slowest: 30 * second },
};
