import { MINUTE_MS } from '@limpid/contract/durations';

interface Moments {
  from: number;
  to: number;
}

const shortestMs = 10 * MINUTE_MS;

/** Shortens or lengthens a range; the moment keeps its place on the screen. Nothing is shown beyond `latest`. */
export function zoomRange(
  { from, to }: Moments,
  factor: number,
  latest: number,
  at = (from + to) / 2,
): Moments {
  const length = Math.max(shortestMs, (to - from) * factor);
  const share = (at - from) / (to - from);
  return fitRange({ from: at - share * length, to: at + (1 - share) * length }, latest);
}

/** Moves a range by a share of its length. */
export function moveRange({ from, to }: Moments, share: number, latest: number): Moments {
  const shift = (to - from) * share;
  return fitRange({ from: from + shift, to: to + shift }, latest);
}

/** A finger on the plot: the shares of its width where it was at first and where it is now. */
export interface Finger {
  from: number;
  to: number;
}

/** Fingers that are closer than this share of the width would zoom out without end. */
const closest = 0.05;

/** The range that keeps the moments under one or two fingers where the fingers went. */
export function pinchRange(range: Moments, [one, other]: readonly Finger[], latest: number): Moments {
  if (!one) return range;
  const length = range.to - range.from;
  const momentOf = ({ from }: Finger) => range.from + from * length;
  const next = other ? stretch(one, other) * length : length;
  const start = momentOf(one) - one.to * next;
  return fitRange({ from: start, to: start + next }, latest);
}

/** How much longer the range gets when two fingers move. */
function stretch(one: Finger, other: Finger): number {
  const [before, after] = [Math.abs(one.from - other.from), Math.abs(one.to - other.to)];
  return Math.max(before, closest) / Math.max(after, closest);
}

/** A range in whole minutes that is long enough and does not end after `latest`. */
export function fitRange({ from, to }: Moments, latest: number): Moments {
  const length = Math.max(shortestMs, Math.round((to - from) / MINUTE_MS) * MINUTE_MS);
  const start = Math.min(Math.round(from / MINUTE_MS) * MINUTE_MS, latest - length);
  return { from: Math.max(0, start), to: Math.max(0, start) + length };
}
