import type { PacketKind } from '../../reading/model.api.ts';
import type { Arrival } from './arrival.store.ts';

/** A reading on its way, and the QN of its first sending, which repeats keep. */
export interface Flight {
  ts: number;
  qn: number;
}

/** The live readings of one kind from a site to a target. All in (startedAt, sentUntil] is settled or in a gap. */
export interface Lane {
  readonly targetId: number;
  readonly siteId: number;
  readonly kind: PacketKind;
  readonly startedAt: number;
  readonly sentUntil: number;
  readonly flight: Flight | undefined;
  /** Readings after the position may be stored. */
  readonly hasMore: boolean;
}

type GapReason = 'late' | 'missed' | 'corrected' | 'reissue';

/** Readings in [from, to] that are still to be sent. */
export interface NewGap {
  targetId: number;
  siteId: number;
  kind: PacketKind;
  from: number;
  to: number;
  reason: GapReason;
}

/** So many readings are sent one after the other; of more, the newest goes first and the others are missed. */
export const maxPending = 5;

export const startLane = (
  target: { targetId: number },
  { siteId, kind, ts }: Pick<Arrival, 'siteId' | 'kind' | 'ts'>,
): Lane => ({
  targetId: target.targetId,
  siteId,
  kind,
  startedAt: ts - 1,
  sentUntil: ts - 1,
  flight: undefined,
  hasMore: true,
});

/** What an arrival is for a lane: a next reading, one behind the position, or none of its concern. */
export function classifyArrival(
  { startedAt, sentUntil, flight }: Lane,
  { ts, isChanged }: Pick<Arrival, 'ts' | 'isChanged'>,
): 'next' | 'late' | 'corrected' | 'before' {
  if (ts <= startedAt) return 'before';
  if (ts > (flight?.ts ?? sentUntil)) return 'next';
  return isChanged ? 'corrected' : 'late';
}

interface LivePlan<R> {
  lane: Lane;
  /** The reading to send now. */
  send?: R;
  missed?: NewGap;
}

/**
 * Chooses the next reading of a lane from those that follow its position, of which there may be more than `maxPending`;
 * then `newest` is sent and those before it become a gap.
 */
export function planLive<R extends { ts: number }>(
  lane: Lane,
  following: readonly R[],
  newest: R | undefined,
): LivePlan<R> {
  const [next] = following;
  if (!next) return { lane: { ...lane, hasMore: false } };
  if (following.length <= maxPending || !newest || newest.ts <= next.ts)
    return { lane: { ...lane, hasMore: following.length > 1 }, send: next };
  const { targetId, siteId, kind } = lane;
  return {
    lane: { ...lane, sentUntil: newest.ts - 1, hasMore: false },
    send: newest,
    missed: { targetId, siteId, kind, from: lane.sentUntil + 1, to: newest.ts - 1, reason: 'missed' },
  };
}

/** The lane after its reading was accepted, given up, or parked in a gap. */
export const settleLane = (lane: Lane, ts: number): Lane => ({
  ...lane,
  sentUntil: Math.max(lane.sentUntil, ts),
  flight: undefined,
});

export const laneKey = ({ siteId, kind }: Pick<Lane, 'siteId' | 'kind'>): string => `${siteId} ${kind}`;
