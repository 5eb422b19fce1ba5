import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Connection } from '../../../platform/db/transaction.ts';
import { readMeans } from '../../reading/storage.api.ts';
import type { Hours } from '../tests/finding.ts';
import { readFlags, type StoredFlag } from './flag.store.ts';
import { hourKey, isExcluding } from './reconcile-flags.rule.ts';

/** So many hours from a moment on. */
export interface HourSpan {
  from: number;
  hours: number;
}

export type HoursBySlot = Map<number, Hours>;

export function emptyHours({ hours }: HourSpan): Hours {
  return new Float64Array(hours).fill(Number.NaN);
}

/**
 * The place of an hour in a span; undefined for one that begins between two of them, as in a zone with a half-hour: it is
 * compared with none.
 */
export function findHourPlace({ from }: HourSpan, at: number): number | undefined {
  const place = (at - from) / HOUR_MS;
  return Number.isInteger(place) ? place : undefined;
}

/** The valid hours of sites by slot, as if no flag left any out. */
export async function readSpan(
  client: Connection,
  sites: readonly number[],
  slots: readonly number[],
  span: HourSpan,
  flags?: readonly StoredFlag[],
): Promise<Map<number, HoursBySlot>> {
  const bounds = [span.from, span.from + span.hours * HOUR_MS] as const;
  const excluding = (flags ?? (await readFlags(client, sites, bounds))).filter(isExcluding);
  const excluded = new Set(excluding.map(hourKey));
  const means = await readMeans(client, 'reading_hour', sites, bounds, slots, 'mean');
  const found = new Map<number, HoursBySlot>();
  for (const siteId of sites) {
    const lines: HoursBySlot = new Map();
    for (const [slot, { at, values, covered }] of means.get(siteId) ?? []) {
      const hours = emptyHours(span);
      for (const [index, ts] of at.entries()) {
        const place = findHourPlace(span, ts);
        if (place === undefined) continue;
        const isValid =
          isHourValid(covered[index] ?? 0, 1) ||
          (excluded.size > 0 && excluded.has(hourKey({ siteId, at: ts, slot })));
        if (isValid) hours[place] = values[index] ?? Number.NaN;
      }
      lines.set(slot, hours);
    }
    found.set(siteId, lines);
  }
  return found;
}
