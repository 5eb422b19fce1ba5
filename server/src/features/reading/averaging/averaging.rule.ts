import { averageNoise } from '@limpid/aqi/noise';
import { isHourValid } from '@limpid/aqi/validity';
import { averageWind } from '@limpid/aqi/wind';
import { HOUR_SECONDS, MINUTE_MS } from '@limpid/contract/durations';
import type { Extents } from '../extremes.rule.ts';
import { type PacketKind, packetKind, type ValueExtent } from '../reading.ts';

/** The valid values of a site at one moment by slot, NaN for a missing value. */
export interface Sample {
  kind: PacketKind;
  ts: number;
  values: Float32Array;
  quality: SampleQuality;
  /** Min and Max of means by slot, if the device sent them and the mean was not corrected. */
  extents?: Extents;
}

/** Facts about a sample beside its values. */
export interface SampleQuality {
  /** The number of sent values that are not valid. */
  invalid: number;
  /** Their slots; undefined without any. */
  invalidSlots?: readonly number[];
  /** The number of values that were entered manually without a sent value. */
  added: number;
  /** Sent or imported, created by manual changes alone, or left over from withdrawn ones. */
  origin: 'sent' | 'edited' | 'withdrawn';
  /** By slot, the numbers outside the range of their channel; undefined without any. */
  outOfRange?: ReadonlyMap<number, number>;
  /** The slots whose values were imported or changed by a person, as bits; undefined without any. */
  unmeasured?: number;
}

export const plainQuality: SampleQuality = { invalid: 0, added: 0, origin: 'sent' };

/** Slots as the bits of one number: bit n - 1 is slot n, of which there are 32. */
export const slotBit = (slot: number): number => 1 << (slot - 1);

/** Of two numbers outside a range the one with the larger absolute value is shown. */
export function largerByMagnitude(one: number | undefined, other: number): number {
  return one === undefined || Math.abs(other) > Math.abs(one) || (other === -one && other > one)
    ? other
    : one;
}

/** By slot, the shown number outside the range of its channel; undefined without any. */
export function joinOutOfRange(
  parts: Iterable<{ outOfRange?: ReadonlyMap<number, number> | undefined }>,
): ReadonlyMap<number, number> | undefined {
  let joined: Map<number, number> | undefined;
  for (const { outOfRange } of parts) {
    for (const [slot, value] of outOfRange ?? []) {
      joined ??= new Map();
      joined.set(slot, largerByMagnitude(joined.get(slot), value));
    }
  }
  return joined;
}

/** How the values of a slot are averaged: a direction by vectors (with the slot of the speed), a sound level by energy. */
export type Averaging =
  | { by: 'mean' }
  | { by: 'direction'; speed: number | null }
  | { by: 'level' }
  | { by: 'last' };

/** One slot over a period; `covered` is its valid part: seconds of an hour, hours of a day. */
export interface SlotSummary {
  mean: number | null;
  low: number | null;
  high: number | null;
  covered: number;
}

const minuteSeconds = 60;

/** A value with the wind speed of its moment, which weights a direction. */
interface Point extends Partial<ValueExtent> {
  value: number;
  speed: number | null;
}

/**
 * Computes an hour from its minutes. A minute is the mean that the device sent (2051), else the mean of its samples (2011). If
 * less than the minimum is covered, the hour that the device sent (2061) is used, if there is one.
 */
export function summariseHour(
  samples: readonly Sample[],
  slot: number,
  averaging: Averaging,
  interval: number,
): SlotSummary {
  const points: Point[] = [];
  let seconds = 0;
  eachMinute(samples, slot, averaging, ({ value, ...minute }) => {
    // Calm air has no direction but counts as measured.
    if (value !== null) points.push(toPoint(minute, value));
    seconds += countCoveredSeconds(minute, interval);
  });
  const covered = Math.min(HOUR_SECONDS, seconds);
  if (isHourValid(covered, 1)) return summariseSlot(points, averaging, covered);
  const reported = samples.findLast(
    ({ kind, values }) => kind === packetKind.hour && !Number.isNaN(values[slot]),
  );
  return reported
    ? summariseSlot([pointOf(reported, slot, averaging)], averaging, HOUR_SECONDS)
    : summariseSlot(points, averaging, covered);
}

/** The value of a minute: the mean that the device sent, or the mean of its samples. */
interface Minute {
  /** Null if valid samples have no mean, such as wind from all directions. */
  value: number | null;
  speed: number | null;
  at: number;
  count: number;
  sent: boolean;
  /** Min and Max within it, if the device sent any. */
  low?: number | null;
  high?: number | null;
}

/** The seconds that a minute covers, by its samples and the interval of the site. */
export function countCoveredSeconds(
  { sent, count }: Pick<Minute, 'sent' | 'count'>,
  interval: number,
): number {
  const whole = Math.max(minuteSeconds, interval);
  return sent ? whole : Math.min(whole, count * interval);
}

/** Averages samples minute by minute; they have to be ordered by time. */
function eachMinute(
  samples: readonly Sample[],
  slot: number,
  averaging: Averaging,
  onMinute: (minute: Minute) => void,
): void {
  let points: Point[] = [];
  let current = Number.NaN;
  let sent = false;
  const finish = () => {
    const at = current * MINUTE_MS;
    const count = points.length;
    if (count > 0) {
      const minute = { at, value: average(points, averaging), speed: averageSpeed(points), count, sent };
      const extent = sent ? extentOf(points) : noExtent;
      onMinute(extent === noExtent ? minute : { ...minute, ...extent });
    }
    points = [];
    sent = false;
  };
  for (const sample of samples) {
    const { kind, ts, values } = sample;
    if (Number.isNaN(values[slot]) || (kind !== packetKind.realtime && kind !== packetKind.minute)) continue;
    const minute = Math.floor(ts / MINUTE_MS);
    if (minute !== current) finish();
    current = minute;
    const isWhole = kind === packetKind.minute;
    // The mean that the device sent for the minute takes precedence over its own samples.
    if (isWhole && !sent) points = [];
    if (isWhole || !sent) points.push(pointOf(sample, slot, averaging));
    sent ||= isWhole;
  }
  finish();
}

/** The values of steps of one or five minutes; five minutes are the mean of their minutes. */
export function eachStep(
  samples: readonly Sample[],
  slot: number,
  averaging: Averaging,
  step: 1 | 5,
  onStep: (at: number, value: number, extent: Partial<ValueExtent>) => void,
): void {
  const onMinute = ({ at, value, ...minute }: Minute) =>
    void (value !== null && onStep(at, value, toExtent(minute)));
  if (step === 1) return eachMinute(samples, slot, averaging, onMinute);
  const stepMs = step * MINUTE_MS;
  let points: Point[] = [];
  let current = Number.NaN;
  const finish = () => {
    const value = points.length > 0 ? average(points, averaging) : null;
    if (value !== null) onStep(current * stepMs, value, extentOf(points));
    points = [];
  };
  eachMinute(samples, slot, averaging, (minute) => {
    const at = Math.floor(minute.at / stepMs);
    if (at !== current) finish();
    current = at;
    if (minute.value !== null) points.push(toPoint(minute, minute.value));
  });
  finish();
}

const noExtent: Partial<ValueExtent> = {};

/** Min and Max over points of which at least one has its own; undefined otherwise. */
function extentOf(points: readonly Point[]): Partial<ValueExtent> {
  const isSent = points.some(({ low, high }) => (low ?? high ?? null) !== null);
  return isSent ? { low: lowestOf(points), high: highestOf(points) } : noExtent;
}

function toExtent({ low, high }: Partial<ValueExtent>): Partial<ValueExtent> {
  return low === undefined ? noExtent : { low, high: high ?? null };
}

/** Most minutes have no extremes, so the common case allocates no more than needed. */
function toPoint({ speed, low, high }: Pick<Minute, 'speed' | 'low' | 'high'>, value: number): Point {
  return low === undefined ? { value, speed } : { value, speed, low, high: high ?? null };
}

/** A mean is never outside its own extremes, whatever the device sent. */
const lowestOf = (points: readonly Point[]) =>
  points.reduce((least, { value, low }) => Math.min(least, value, low ?? value), Number.POSITIVE_INFINITY);
const highestOf = (points: readonly Point[]) =>
  points.reduce((most, { value, high }) => Math.max(most, value, high ?? value), Number.NEGATIVE_INFINITY);

function pointOf({ values, extents }: Sample, slot: number, averaging: Averaging): Point {
  const speed =
    averaging.by === 'direction' && averaging.speed !== null ? values[averaging.speed] : undefined;
  const point: Point = {
    value: values[slot] ?? Number.NaN,
    speed: speed === undefined || Number.isNaN(speed) ? null : speed,
  };
  const extent = averaging.by === 'direction' ? undefined : extents?.get(slot);
  return extent ? { ...point, ...extent } : point;
}

function averageSpeed(points: readonly Point[]): number | null {
  if (points.length === 1) return points[0]?.speed ?? null;
  const speeds = points.flatMap(({ speed }) => (speed === null ? [] : [speed]));
  return speeds.length > 0 ? speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length : null;
}

function average(points: readonly Point[], { by }: Averaging): number | null {
  if (by === 'direction') {
    return averageWind(points.map(({ value: direction, speed }) => ({ direction, speed }))).direction;
  }
  if (by === 'level') return averageNoise(points.map(({ value }) => value));
  if (by === 'last') return points.at(-1)?.value ?? null;
  return points.reduce((sum, { value }) => sum + value, 0) / points.length;
}

export function summariseSlot(points: readonly Point[], averaging: Averaging, covered: number): SlotSummary {
  if (points.length === 0) return { mean: null, low: null, high: null, covered };
  const mean = average(points, averaging);
  if (averaging.by === 'direction') return { mean, low: null, high: null, covered };
  return { mean, low: lowestOf(points), high: highestOf(points), covered };
}
