import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_SECONDS, MINUTE_MS } from '@limpid/contract/durations';
import {
  type Averaging,
  countCoveredSeconds,
  packetKind,
  type Sample,
  type SlotSummary,
  summariseSlot,
  type ValueExtent,
} from '../reading/model.api.ts';

/** The data received in a period: covered seconds, values, and valid values. */
export interface Received {
  seconds: number;
  values: number;
  valid: number;
}

/**
 * The data received in an hour, without manual values where nothing was sent. The hour that the device sent covers all of
 * it if nothing finer was sent.
 */
export function countReceived(samples: readonly Sample[], interval: number): Received {
  const minutes = new Map<number, { sent: boolean; count: number }>();
  const received: Received = { seconds: 0, values: 0, valid: 0 };
  const sent = samples.filter(({ quality }) => quality.origin === 'sent');
  for (const { kind, ts, values, quality } of sent) {
    let valid = -quality.added;
    for (const value of values) if (!Number.isNaN(value)) valid++;
    received.valid += valid;
    received.values += valid + quality.invalid;
    if (kind !== packetKind.realtime && kind !== packetKind.minute) continue;
    const minute = Math.floor(ts / MINUTE_MS);
    const existing = minutes.get(minute) ?? { sent: false, count: 0 };
    minutes.set(minute, { sent: existing.sent || kind === packetKind.minute, count: existing.count + 1 });
  }
  for (const minute of minutes.values()) received.seconds += countCoveredSeconds(minute, interval);
  const isOwnHour = minutes.size === 0 && sent.some(({ kind }) => kind === packetKind.hour);
  return { ...received, seconds: isOwnHour ? HOUR_SECONDS : Math.min(HOUR_SECONDS, received.seconds) };
}

/** The mean of a day that a device sent covers all its hours. */
const wholeDay = 24;

/** The facts of an hour that a day needs. */
export interface HourValue extends SlotSummary {
  /** The hour's mean wind speed, for directions. */
  speed: number | null;
}

/**
 * Computes a day from its valid hours. With fewer than the minimum, the day that the device sent (2031)
 * is used, if there is one.
 */
export function rollUpDay(
  hours: readonly HourValue[],
  averaging: Averaging,
  reported: number | null,
  enough: number,
  ownExtent?: ValueExtent,
): SlotSummary {
  const valid = hours.filter(({ covered }) => isHourValid(covered, 1));
  if (valid.length < enough && reported !== null)
    return summariseSlot([{ value: reported, speed: null, ...ownExtent }], averaging, wholeDay);
  const points = valid.flatMap(({ mean, speed }) => (mean === null ? [] : [{ value: mean, speed }]));
  const { mean } = summariseSlot(points, averaging, valid.length);
  const lows = valid.flatMap(({ low }) => (low === null ? [] : [low]));
  const highs = valid.flatMap(({ high }) => (high === null ? [] : [high]));
  return {
    mean,
    low: lows.length > 0 ? Math.min(...lows) : null,
    high: highs.length > 0 ? Math.max(...highs) : null,
    covered: valid.length,
  };
}
