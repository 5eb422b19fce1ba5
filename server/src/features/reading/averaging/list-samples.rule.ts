import { MINUTE_MS } from '@limpid/contract/durations';
import type { Points, Series } from '../series.ts';
import { type Averaging, eachStep, largerByMagnitude, type Sample } from './averaging.rule.ts';

/** Whether no minute has more than one sample, so that nothing has to be averaged. */
export function isOneAMinute(samples: readonly Sample[]): boolean {
  let before = Number.NaN;
  return samples.every(({ ts }) => {
    const minute = Math.floor(ts / MINUTE_MS);
    const isNew = minute !== before;
    before = minute;
    return isNew;
  });
}

export function listSampleValues(samples: readonly Sample[], slot: number, detail: 'valid' | 'all'): Points {
  const points: Points = { at: [], values: [] };
  for (const { ts, values, quality } of samples) {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value) && !(detail === 'all' && quality.invalidSlots?.includes(slot))) continue;
    points.at.push(ts);
    points.values.push(value);
  }
  return points;
}

export function listMinutes(samples: readonly Sample[], slot: number): Series {
  const series: Series = { at: [], values: [] };
  for (const { ts, values, extents } of samples) {
    const value = values[slot] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const at = ts - (ts % MINUTE_MS);
    series.at.push(at);
    series.values.push(value);
    const extent = extents?.get(slot);
    if (extent) (series.extents ??= new Map()).set(at, extent);
  }
  return series;
}

export function listSteps(
  samples: readonly Sample[],
  slot: number,
  averaging: Averaging,
  step: 1 | 5,
): Series {
  const series: Series = { at: [], values: [] };
  eachStep(samples, slot, averaging, step, (at, value, { low, high }) => {
    series.at.push(at);
    series.values.push(value);
    if (low !== undefined) (series.extents ??= new Map()).set(at, { low, high: high ?? null });
  });
  return series;
}

/** The number outside the range with the largest absolute value in each step; undefined without any. */
export function listOutOfRange(samples: readonly Sample[], slot: number, step: 1 | 5): Points | undefined {
  const stepMs = step * MINUTE_MS;
  const found = new Map<number, number>();
  for (const { ts, quality } of samples) {
    const value = quality.outOfRange?.get(slot);
    const start = ts - (ts % stepMs);
    if (value !== undefined) found.set(start, largerByMagnitude(found.get(start), value));
  }
  return found.size > 0 ? { at: [...found.keys()], values: [...found.values()] } : undefined;
}
