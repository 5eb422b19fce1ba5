import { isHourValid } from '@limpid/aqi/validity';
import type { AlarmPart } from '@limpid/contract/alarm/alarm-parts';
import { HOUR_MS, HOUR_SECONDS } from '@limpid/contract/durations';
import type { Series } from '../../reading/reading.api.ts';
import type { Signal } from './alarm-machine.rule.ts';
import type { TimedValue } from './judge.rule.ts';
import type { DeviceState, HourCounts } from './signals.store.ts';

/** Silences that are longer than a window: each begins when its window has passed and ends with the next reading. */
export function listSilences(moments: readonly number[], windowMs: number, now: number): Signal[] {
  const sorted = moments.toSorted((a, b) => a - b);
  return sorted.flatMap((at, index): Signal[] => {
    const next = sorted[index + 1] ?? now;
    const signals: Signal[] = [{ at, value: null, verdict: 'normal' }];
    if (next - at > windowMs) signals.push({ at: at + windowMs, value: null, verdict: 'met' });
    return signals;
  });
}

/** The signals after a moment, begun with a report from before it that still stands. */
export function carryStanding(signals: readonly Signal[], start: number): Signal[] {
  const after = signals.filter(({ at }) => at > start);
  const standing = signals.findLast(({ at }) => at <= start);
  return standing?.verdict === 'met' ? [{ ...standing, at: start + 1 }, ...after] : after;
}

/** Met while any part of the station is in fault: a part that works again says nothing about the others. */
export function judgeFaults(states: readonly DeviceState[]): Signal[] {
  const failing = new Map<string, AlarmPart>();
  return states.map(({ at, part, isFailing }) => {
    const key = `${part.kind} ${part.of}`;
    if (isFailing) failing.set(key, part);
    else failing.delete(key);
    return failing.size > 0
      ? { at, value: null, verdict: 'met', parts: [...failing.values()] }
      : { at, value: null, verdict: 'normal' };
  });
}

/**
 * Whether a channel had one and the same value in all of the last hours; the value is the number of such hours. Hours of
 * which too little was measured interrupt a line, and one value alone is none, however long it stands for.
 */
export function judgeFlat(
  lines: readonly (Series | undefined)[],
  windowHours: number,
  reportSeconds: number,
): Signal[] {
  const leastHours = Math.max(windowHours, Math.ceil((2 * reportSeconds) / HOUR_SECONDS));
  const flatHours = new Map<number, number>();
  for (const line of lines) {
    let length = 0;
    for (const [index, at] of (line?.at ?? []).entries()) {
      const [low, high] = [line?.low?.[index], line?.high?.[index]];
      const isNext = line?.at[index - 1] === at - HOUR_MS;
      const isSame = low === line?.low?.[index - 1];
      const isFlat = low === high && isHourValid(line?.covered?.[index] ?? HOUR_SECONDS, 1);
      length = isFlat ? (isNext && isSame ? length : 0) + 1 : 0;
      flatHours.set(at, Math.max(flatHours.get(at) ?? 0, length));
    }
  }
  return [...flatHours]
    .toSorted(([a], [b]) => a - b)
    .map(([at, length]) => ({
      at: at + HOUR_MS,
      value: length,
      verdict: length >= leastHours ? 'met' : 'normal',
    }));
}

/** The percentage of values that are not valid, over the last hours. */
export function judgeInvalid(hours: readonly HourCounts[], windowHours: number): TimedValue[] {
  return hours.flatMap(({ at }, index) => {
    const window = hours.slice(0, index + 1).filter((hour) => hour.at > at - windowHours * HOUR_MS);
    const sent = window.reduce((sum, hour) => sum + hour.sent, 0);
    const valid = window.reduce((sum, hour) => sum + hour.valid, 0);
    return sent === 0 ? [] : [{ at: at + HOUR_MS, value: (100 * (sent - valid)) / sent }];
  });
}
