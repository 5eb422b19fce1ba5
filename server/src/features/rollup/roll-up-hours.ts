import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { Connection } from '../../platform/db/transaction.ts';
import {
  isWithin,
  joinOutOfRange,
  packetKind,
  type Sample,
  type SiteDirectory,
  type SlotSummary,
  summariseHour,
  type ValueExtent,
} from '../reading/model.api.ts';
import { readSamples } from '../reading/storage.api.ts';
import { indexHour, toIndexValue } from './air-index.rule.ts';
import type { HourJudging } from './hour-judge.ts';
import { countReceived } from './roll-up.rule.ts';
import { type DirtyHour, type PeriodRow, removePeriods, replacePeriods } from './roll-up.store.ts';
import type { RollUpPlan } from './roll-up-plan.rule.ts';

const sitesAtOnce = 1000;

/** Rebuilds the hour of these sites from readings; returns the sites whose hour consisted only of withdrawn changes. */
export async function rollUpHours(
  client: Connection,
  directory: SiteDirectory,
  plan: RollUpPlan,
  judging: HourJudging,
  { hour, sites }: Pick<DirtyHour, 'hour' | 'sites'>,
): Promise<Set<number>> {
  const all = [...sites];
  const gone = new Set<number>();
  for (let from = 0; from < all.length; from += sitesAtOnce) {
    const part = all.slice(from, from + sitesAtOnce);
    const drafts: HourDraft[] = [];
    const goneOfPart: number[] = [];
    await readSamples(
      client,
      part,
      [hour, hour + HOUR_MS],
      [packetKind.realtime, packetKind.minute, packetKind.hour],
      plan.slots,
      (siteId, samples) => {
        const device = directory.findBySite(siteId);
        if (samples.every(({ quality }) => quality.origin === 'withdrawn')) goneOfPart.push(siteId);
        else if (device) {
          judging.addSamples(siteId, samples);
          drafts.push(toDraft(trimExtents(samples, plan), siteId, hour, device, plan));
        }
      },
    );
    for (const siteId of goneOfPart) gone.add(siteId);
    await judging.judge(hour, [...drafts, ...goneOfPart.map((siteId) => ({ siteId, slots: new Map() }))]);
    // Hours without readings stay: their readings may be beyond their retention.
    const rows = drafts.map((draft) => toHour(draft, plan));
    await replacePeriods(client, 'reading_hour', rows);
  }
  await removePeriods(
    client,
    'reading_hour',
    [...gone].map((siteId) => ({ siteId, at: hour })),
  );
  return gone;
}

/** Min and Max outside the range of their channel do not count; the reading keeps them. */
export function trimExtents(samples: Sample[], { ranges }: RollUpPlan): Sample[] {
  if (!samples.some(({ extents }) => extents)) return samples;
  return samples.map((sample) => {
    if (!sample.extents) return sample;
    const extents = [...sample.extents].map(([slot, { low, high }]): [number, ValueExtent] => {
      const { min, max } = ranges.get(slot) ?? { min: null, max: null };
      const keep = (value: number | null) => (value !== null && isWithin(value, min, max) ? value : null);
      return [slot, { low: keep(low), high: keep(high) }];
    });
    return { ...sample, extents: new Map(extents) };
  });
}

/** An hour before its flags are known, and with them its index. */
interface HourDraft extends Omit<PeriodRow, 'index'> {
  zone: string;
}

function toDraft(
  samples: Sample[],
  siteId: number,
  hour: number,
  { interval, zone }: { interval: number; zone: string },
  { slots, averagings }: RollUpPlan,
): HourDraft {
  const summaries = new Map<number, SlotSummary>();
  for (const slot of slots) {
    if (!samples.some(({ values }) => !Number.isNaN(values[slot]))) continue;
    summaries.set(slot, summariseHour(samples, slot, averagings.get(slot) ?? { by: 'mean' }, interval));
  }
  const received = countReceived(samples, interval);
  const outOfRange = joinOutOfRange(samples.map(({ quality }) => quality));
  const unmeasured = samples.reduce((all, { quality }) => all | (quality.unmeasured ?? 0), 0);
  return { siteId, at: hour, received, outOfRange, unmeasured, slots: summaries, zone };
}

function toHour({ zone, ...draft }: HourDraft, { pollutants }: RollUpPlan): PeriodRow {
  const values: Partial<Record<IndexPollutant, number | null>> = {};
  for (const { pollutant, slot, unit } of pollutants) {
    values[pollutant] = validMean(draft.slots.get(slot), pollutant, unit);
  }
  return { ...draft, index: indexHour(formatLocalDate(draft.at, zone), values) };
}

/** An hour's mean that counts for an index: valid, and in the unit of the tables. */
export function validMean(
  summary: SlotSummary | undefined,
  pollutant: IndexPollutant,
  unit: string,
): number | null {
  if (!summary || summary.mean === null || !isHourValid(summary.covered, 1)) return null;
  return toIndexValue(pollutant, summary.mean, unit);
}
