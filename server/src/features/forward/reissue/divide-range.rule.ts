/** Moments from the first to the last, in epoch milliseconds, both included. */
export interface MomentSpan {
  from: number;
  to: number;
}

/** How far a lane is; undefined before its first reading. */
interface Progress {
  startedAt: number;
  sentUntil: number;
}

export interface DividedRange {
  wanted: MomentSpan[];
  /** Acknowledged, or sent by a reissue. */
  settled: MomentSpan[];
  /** Sent without a reissue: in gaps, or behind the position of the lane. */
  waiting: MomentSpan[];
  /** Left by reissues that are paused. */
  paused: MomentSpan[];
}

interface DivideOptions {
  /** Whether what was acknowledged is wanted again. */
  acknowledged: boolean;
  paused?: readonly MomentSpan[];
  /** What reissues have delivered. */
  reissued?: readonly MomentSpan[];
  /** What was given up. */
  skipped?: readonly MomentSpan[];
}

/** Divides a range into what is to be sent and what is left out. */
export function divideRange(
  range: MomentSpan,
  lane: Progress | undefined,
  gaps: readonly MomentSpan[],
  { acknowledged, paused = [], reissued = [], skipped = [] }: DivideOptions,
): DividedRange {
  const ahead = lane ? [{ from: lane.sentUntil + 1, to: Number.MAX_SAFE_INTEGER }] : [];
  const open = mergeSpans([...gaps, ...ahead]);
  const left = mergeSpans([...open, ...paused]);
  const passed = lane ? [{ from: lane.startedAt + 1, to: lane.sentUntil }] : [];
  const delivered = subtract(mergeSpans([...passed, ...reissued]), mergeSpans(skipped));
  const settled = acknowledged ? [] : subtract(intersect([range], delivered), left);
  return {
    wanted: subtract(subtract([range], left), settled),
    settled,
    waiting: intersect(open, [range]),
    paused: subtract(intersect(mergeSpans(paused), [range]), open),
  };
}

/** In ascending order, without overlaps. */
export function mergeSpans(spans: readonly MomentSpan[]): MomentSpan[] {
  const merged: MomentSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to + 1) last.to = Math.max(last.to, span.to);
    else if (span.from <= span.to) merged.push({ ...span });
  }
  return merged;
}

function intersect(some: readonly MomentSpan[], others: readonly MomentSpan[]): MomentSpan[] {
  const common = some.flatMap((one) =>
    others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })),
  );
  return mergeSpans(common.filter(({ from, to }) => from <= to));
}

function subtract(some: readonly MomentSpan[], removed: readonly MomentSpan[]): MomentSpan[] {
  return some.flatMap((one) => {
    const left: MomentSpan[] = [];
    let from = one.from;
    for (const hole of removed) {
      if (hole.to < from || hole.from > one.to) continue;
      if (hole.from > from) left.push({ from, to: hole.from - 1 });
      from = hole.to + 1;
    }
    if (from <= one.to) left.push({ from, to: one.to });
    return left;
  });
}

/** How many of the ascending moments lie in the span. */
export const countIn = (moments: readonly number[], { from, to }: MomentSpan): number =>
  findFirst(moments, to + 1) - findFirst(moments, from);

/** The place of the first moment that is not before `at`. */
function findFirst(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
