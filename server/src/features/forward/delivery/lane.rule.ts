import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { type PacketKind, packetKind } from '../../reading/model.api.ts';
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
  /** Readings after the position that came from a clock that is ahead: each is or was in a gap of its own. */
  readonly ahead: readonly number[];
}

/** From when on a reading is current at a moment. */
export const findCurrentSince = (kind: PacketKind, now: number): number => now - currentMs[kind];

type GapReason = 'late' | 'missed' | 'corrected' | 'reissue';

/** Readings in [from, to] that are still to be sent. */
export interface NewGap {
  targetId: number;
  siteId: number;
  kind: PacketKind;
  from: number;
  to: number;
  reason: GapReason;
  /** From a clock that is ahead: true readings may follow before it. */
  isAhead?: boolean;
}

/** So many readings are sent one after the other; of more, the newest goes first and the others are missed. */
export const maxPending = 5;
/** An older reading is missed where a newer one is stored. Hours and days have the time at which they begin. */
const currentMs: Record<PacketKind, number> = {
  [packetKind.realtime]: 15 * MINUTE_MS,
  [packetKind.minute]: 15 * MINUTE_MS,
  [packetKind.hour]: 2 * HOUR_MS,
  [packetKind.day]: 2 * DAY_MS,
};

/** Readings further ahead of the clock are not current. */
const toleranceMs = 10 * MINUTE_MS;
/** So many readings ahead of the clock are known of a lane; more wait for their time. */
const mostAhead = 2000;

/** The latest time that a current reading may have: the position of a lane does not pass it. */
export const findLatestTime = (now: number): number => now + toleranceMs;

export const startLane = (
  target: { targetId: number },
  { siteId, kind, ts }: Pick<Arrival, 'siteId' | 'kind' | 'ts'>,
  now: number,
): Lane => ({
  targetId: target.targetId,
  siteId,
  kind,
  startedAt: Math.min(ts, now) - 1,
  sentUntil: Math.min(ts, now) - 1,
  flight: undefined,
  hasMore: true,
  ahead: [],
});

/** What an arrival is for a lane: a next reading, one behind the position or ahead of the clock, or none of its concern. */
export function classifyArrival(
  { startedAt, sentUntil, flight, ahead }: Lane,
  { ts, isChanged }: Pick<Arrival, 'ts' | 'isChanged'>,
  now: number,
): 'next' | 'ahead' | 'late' | 'corrected' | 'before' {
  if (ts <= startedAt) return 'before';
  const isNext = ts > Math.max(sentUntil, flight?.ts ?? sentUntil) && !ahead.includes(ts);
  if (!isNext) return isChanged ? 'corrected' : 'late';
  return ts > findLatestTime(now) && ahead.length < mostAhead ? 'ahead' : 'next';
}

/**
 * Those of the readings that follow a lane which are current, and the lane behind those that were sent ahead. There are
 * more to look for if not all that follow were read.
 */
export function leaveOutAhead<R extends { ts: number }>(
  lane: Lane,
  following: readonly R[],
  now: number,
): { lane: Lane; current: readonly R[] } {
  const due = following.filter(({ ts }) => ts <= findLatestTime(now));
  const current = due.filter(({ ts }) => !lane.ahead.includes(ts));
  const last = due.at(-1);
  return { lane: current.length === 0 && last ? settleLane(lane, last.ts) : lane, current };
}

/** A span without the readings of a lane that were sent ahead. */
export function splitAroundAhead<S extends { from: number; to: number }>(
  span: S,
  ahead: readonly number[],
): S[] {
  const inside = ahead.filter((ts) => ts >= span.from && ts <= span.to).toSorted((a, b) => a - b);
  return [span.from - 1, ...inside]
    .map((before, at) => ({ ...span, from: before + 1, to: (inside[at] ?? span.to + 1) - 1 }))
    .filter(({ from, to }) => from <= to);
}

interface LivePlan<R> {
  lane: Lane;
  /** The reading to send now. */
  send?: R;
  missed?: NewGap;
}

/**
 * Chooses the next reading of a lane from those that follow its position, of which there may be more than `maxPending`;
 * then `newest` is sent. Otherwise it is the first one that is current, or the last one. Those before it become a gap.
 */
export function planLive<R extends { ts: number }>(
  lane: Lane,
  following: readonly R[],
  newest: R | undefined,
  now: number,
): LivePlan<R> {
  const [next] = following;
  if (!next) return { lane: { ...lane, hasMore: false } };
  const isCrowded = following.length > maxPending && newest && newest.ts > next.ts;
  const since = findCurrentSince(lane.kind, now);
  const send = isCrowded ? newest : (following.find(({ ts }) => ts >= since) ?? following.at(-1) ?? next);
  const hasMore = !isCrowded && following.at(-1) !== send;
  if (send === next) return { lane: { ...lane, hasMore }, send };
  const { targetId, siteId, kind } = lane;
  return {
    lane: { ...lane, sentUntil: send.ts - 1, hasMore },
    send,
    missed: { targetId, siteId, kind, from: lane.sentUntil + 1, to: send.ts - 1, reason: 'missed' },
  };
}

/** The lane after its reading was accepted, given up, or parked in a gap. */
export const settleLane = (lane: Lane, ts: number): Lane => ({
  ...lane,
  sentUntil: Math.max(lane.sentUntil, ts),
  flight: undefined,
  ahead: lane.ahead.filter((moment) => moment > ts),
});

export const laneKey = ({ siteId, kind }: Pick<Lane, 'siteId' | 'kind'>): string => `${siteId} ${kind}`;
