import { SECOND_MS } from '@limpid/contract/durations';
import type { ForwardFailure } from '../../target.ts';

/** What lost connections tell about a packet that is being sent. */
export interface LossHistory {
  siteId: number;
  /** No other packet was on its way during the last try. */
  wasAlone: boolean;
  /** How often a connection that it shared was lost while it was on its way. */
  sharedLosses: number;
  /** When the last connection was lost over which it was sent. */
  lostAt: number | undefined;
}

/** So many losses, and a packet is sent alone. */
const lossesUntilSuspect = 2;
/** Others wait at most this long for the answer to a packet that was sent alone. */
const quietMs = 5 * SECOND_MS;

/**
 * Finds the packets for which a receiver closes the connection, or whose requests fail, while others are accepted. A
 * connection that is lost with many packets says nothing about one of them; those that were lost twice are sent alone.
 */
export interface LostConnections {
  /** Whether a packet is sent alone, to show whether it is the cause. */
  isSuspect(packet: LossHistory): boolean;
  /**
   * Takes note of a failure. The packet is the cause if others were accepted since it was lost before; if not, a packet
   * that was lost alone leaves open whether it or the target is.
   */
  findCause(
    packet: LossHistory,
    sentOver: ForwardFailure['sentOver'],
    now: number,
  ): 'packet' | 'target' | 'unclear';
  accept(siteId: number, now: number): void;
  /**
   * A suspect waits: whether it is to be sent now, or the others have their turn. Before it is sent, nothing else is until all
   * that is on its way has an outcome, which the patience of the transport limits.
   */
  takeTurn(now: number, isNothingOut: boolean): boolean;
  /** The suspect has an outcome. */
  endTurn(): void;
  /** None can be sent now: others do not wait for it. */
  stopDraining(): void;
  /** Whether others wait for a suspect. */
  isQuiet(now: number): boolean;
}

/** The packet that is to be tried next: one that has not been lost, or was lost first. */
export const findFirstLost = <P extends LossHistory>(packets: readonly P[]): P | undefined =>
  packets.toSorted((one, other) => (one.lostAt ?? 0) - (other.lostAt ?? 0))[0];

export function openLostConnections(): LostConnections {
  /** Sites with packets that failed alone, since they were accepted. */
  const lostSites = new Map<number, { at: number; isShared: boolean }>();
  let acceptedAt = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let isDraining = false;
  let isOthersTurn = false;

  return {
    isSuspect: ({ siteId, sharedLosses }) =>
      sharedLosses >= lossesUntilSuspect || lostSites.get(siteId)?.isShared === true,
    findCause(packet, sentOver, now) {
      if (!sentOver) return 'target';
      const { siteId, lostAt = lostSites.get(siteId)?.at } = packet;
      const isShared = sentOver === 'shared';
      packet.lostAt = now;
      if (isShared) packet.sharedLosses += 1;
      if (isShared && !packet.wasAlone) return 'target';
      lostSites.set(siteId, { at: now, isShared });
      return lostAt !== undefined && acceptedAt > lostAt ? 'packet' : 'unclear';
    },
    accept(siteId, now) {
      acceptedAt = now;
      lostSites.delete(siteId);
    },
    takeTurn(now, isNothingOut) {
      if (isOthersTurn) isOthersTurn = false;
      else if (isDraining || now >= quietUntil + quietMs) {
        isDraining = !isNothingOut;
        if (isNothingOut) quietUntil = now + quietMs;
        return isNothingOut;
      }
      return false;
    },
    endTurn() {
      isOthersTurn = true;
      quietUntil = Number.NEGATIVE_INFINITY;
    },
    stopDraining() {
      isDraining = false;
    },
    isQuiet: (now) => isDraining || now < quietUntil,
  };
}
