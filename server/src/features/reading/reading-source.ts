import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import type { App } from '../../platform/app.ts';
import { beginSnapshot, type Connection, transact } from '../../platform/db/transaction.ts';
import { type ChannelPlan, planChannels } from './averaging/channel-plan.rule.ts';
import {
  isOneAMinute,
  listMinutes,
  listOutOfRange,
  listSampleValues,
  listSteps,
} from './averaging/list-samples.rule.ts';
import { countStoredSteps } from './blocks/block.store.ts';
import type { SiteDirectory, StoredChannel } from './device.ts';
import { readHourMeans } from './hour-means.ts';
import { type MeanDetail, type PeriodSummary, readMeans, readPeriods } from './period.store.ts';
import {
  countPeriods,
  listPeriodMoments,
  type SiteMoment,
  sumReceivedSeconds,
} from './period-count.store.ts';
import { packetKind } from './reading.ts';
import { readSamples } from './sample.store.ts';
import type { Points, Series } from './series.ts';

export type StoredPeriod = Readonly<PeriodSummary>;

type Bounds = readonly [from: number, to: number];

/** Stored readings for other features, packed or not. */
export interface ReadingSource {
  channels(): readonly StoredChannel[];
  /**
   * The minutes of sites by slot: the mean that the device sent, else the mean of its samples; or steps of
   * five minutes as means of these.
   */
  minutes(
    step: 1 | 5,
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>>;
  /** The real-time values that count, as they were sent; on request NaN for those that were sent and do not count. */
  samples(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
    detail?: 'valid' | 'all',
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Points>>>;
  /** Only the means of hours or days, by slot; on request with the lowest and highest value behind each. */
  means(
    period: 'hour' | 'day',
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
    detail?: MeanDetail,
  ): Promise<ReadonlyMap<number, ReadonlyMap<number, Series>>>;
  hours(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
  /** The days that the bounds overlap, in each site's own zone; by default with the index of HJ 633. */
  days(
    siteIds: readonly number[],
    bounds: Bounds,
    slots: readonly number[],
    index?: MapIndex,
  ): Promise<ReadonlyMap<number, readonly StoredPeriod[]>>;
  /** The starts of stored hours or days, at most so many of the newest or the oldest. */
  moments(
    period: 'hour' | 'day',
    siteIds: readonly number[],
    bounds: Bounds,
    order: 'newest' | 'oldest',
    most: number,
  ): Promise<SiteMoment[]>;
  /** The number of stored hours or days. */
  count(period: 'hour' | 'day', siteIds: readonly number[], bounds: Bounds): Promise<number>;
  /**
   * The number of minutes or five minutes with a reading of any channel, sent, corrected or imported; counting may stop above
   * so many.
   */
  countSteps(step: 1 | 5, siteIds: readonly number[], bounds: Bounds, most: number): Promise<number>;
  /** The seconds that packets of the overlapped days cover, by site: an estimate of how many readings are stored. */
  receivedSeconds(siteIds: readonly number[], bounds: Bounds): Promise<ReadonlyMap<number, number>>;
}

type MeansOf = (
  siteIds: readonly number[],
  bounds: Bounds,
  slots: readonly number[],
  detail: MeanDetail,
) => Promise<Map<number, Map<number, Series>>>;

export function openReadingSource({ pool }: Pick<App, 'pool'>, directory: SiteDirectory): ReadingSource {
  // A day may be packed meanwhile, so loose and packed readings have to come from one snapshot.
  const readSnapshot = <V>(work: (connection: Connection) => Promise<V>) =>
    transact(pool, work, { begin: beginSnapshot });
  /** Sites by zone, with the dates that the bounds overlap there. */
  const byZone = (siteIds: readonly number[], [from, to]: readonly [number, number]) => {
    const zones = Map.groupBy(siteIds, (siteId) => directory.findBySite(siteId)?.zone ?? 'UTC');
    return [...zones].map(
      ([zone, ids]) => [zone, ids, [dateAt(from, zone), dateAt(to - 1, zone) + DAY_MS]] as const,
    );
  };
  /** Two connections at once where there is much to read: PostgreSQL has one process for each. */
  const readHours: MeansOf = async (siteIds, bounds, slots, detail) => {
    const half = Math.ceil(siteIds.length / 2);
    const portions = siteIds.length < 4 ? [siteIds] : [siteIds.slice(0, half), siteIds.slice(half)];
    const parts = await Promise.all(
      portions.map((ids) =>
        readSnapshot((connection) => readHourMeans(connection, ids, bounds, slots, detail)),
      ),
    );
    return new Map(parts.flatMap((part) => [...part]));
  };
  const readDayMeans: MeansOf = (siteIds, bounds, slots, detail) =>
    readSnapshot(async (connection) => {
      const found = new Map<number, Map<number, Series>>();
      for (const [zone, ids, dates] of byZone(siteIds, bounds)) {
        const midnight = memoise((date: number) => dayBounds(nameOf(date), zone)[0]);
        const read = await readMeans(connection, 'reading_day', ids, dates, slots, detail);
        for (const [siteId, lines] of read) {
          for (const line of lines.values()) {
            line.at = line.at.map(midnight);
            if (line.outOfRange) line.outOfRange.at = line.outOfRange.at.map(midnight);
          }
          found.set(siteId, lines);
        }
      }
      return found;
    });
  return {
    channels: () => directory.channels(),
    minutes: (step, siteIds, bounds, slots) =>
      readSnapshot(async (connection) => {
        const plan = planChannels(directory.channels());
        const found = new Map<number, Map<number, Series>>();
        await readSamples(
          connection,
          siteIds,
          bounds,
          [packetKind.realtime, packetKind.minute],
          withSpeed(slots, plan),
          (siteId, samples) => {
            const isPlain = step === 1 && isOneAMinute(samples);
            const outside = samples.filter(({ quality }) => quality.outOfRange);
            const bySlot = slots.map((slot): [number, Series] => {
              const averaging = plan.averagings.get(slot) ?? { by: 'mean' };
              const isDirect = isPlain && averaging.by !== 'direction';
              const series = isDirect
                ? listMinutes(samples, slot)
                : listSteps(samples, slot, averaging, step);
              const outOfRange = outside.length > 0 ? listOutOfRange(outside, slot, step) : undefined;
              return [slot, outOfRange ? { ...series, outOfRange } : series];
            });
            found.set(siteId, new Map(bySlot));
          },
        );
        return found;
      }),
    samples: (siteIds, bounds, slots, detail = 'valid') =>
      readSnapshot(async (connection) => {
        const found = new Map<number, Map<number, Points>>();
        await readSamples(connection, siteIds, bounds, [packetKind.realtime], slots, (siteId, samples) => {
          found.set(siteId, new Map(slots.map((slot) => [slot, listSampleValues(samples, slot, detail)])));
        });
        return found;
      }),
    hours: (siteIds, bounds, slots) =>
      readSnapshot((connection) => readPeriods(connection, 'reading_hour', siteIds, bounds, slots)),
    means: (period, siteIds, bounds, slots, detail = 'mean') =>
      period === 'hour'
        ? readHours(siteIds, bounds, slots, detail)
        : readDayMeans(siteIds, bounds, slots, detail),
    days: (siteIds, bounds, slots, index) =>
      readSnapshot(async (connection) => {
        const found = new Map<number, PeriodSummary[]>();
        for (const [zone, ids, dates] of byZone(siteIds, bounds)) {
          const midnight = memoise((date: number) => dayBounds(nameOf(date), zone)[0]);
          for (const [siteId, days] of await readPeriods(
            connection,
            'reading_day',
            ids,
            dates,
            slots,
            index,
          )) {
            found.set(
              siteId,
              days.map((day) => ({ ...day, at: midnight(day.at) })),
            );
          }
        }
        return found;
      }),
    moments: (period, siteIds, bounds, order, most) =>
      readSnapshot(async (connection) => {
        if (period === 'hour')
          return listPeriodMoments(connection, 'reading_hour', siteIds, bounds, order, most);
        const found: SiteMoment[] = [];
        for (const [zone, ids, dates] of byZone(siteIds, bounds)) {
          const midnight = memoise((date: number) => dayBounds(nameOf(date), zone)[0]);
          const days = await listPeriodMoments(connection, 'reading_day', ids, dates, order, most);
          found.push(...days.map(({ siteId, at }) => ({ siteId, at: midnight(at) })));
        }
        return found;
      }),
    count: (period, siteIds, bounds) =>
      readSnapshot(async (connection) => {
        if (period === 'hour') return countPeriods(connection, 'reading_hour', siteIds, bounds);
        let count = 0;
        for (const [, ids, dates] of byZone(siteIds, bounds))
          count += await countPeriods(connection, 'reading_day', ids, dates);
        return count;
      }),
    countSteps: (step, siteIds, bounds, most) =>
      readSnapshot(async (connection) => {
        const counting = { stepMs: step * MINUTE_MS, kinds: [packetKind.realtime, packetKind.minute] };
        let count = 0;
        for (const siteId of siteIds) {
          if (count > most) break;
          const left = { ...counting, most: most - count };
          count += await countStoredSteps(connection, siteId, bounds, left);
        }
        return count;
      }),
    receivedSeconds: (siteIds, bounds) =>
      readSnapshot(async (connection) => {
        const found: [number, number][] = [];
        for (const [, ids, dates] of byZone(siteIds, bounds))
          found.push(...(await sumReceivedSeconds(connection, ids, dates)));
        return new Map(found);
      }),
  };
}

/** Caches results: finding the midnights of a zone is slow. */
function memoise(find: (key: number) => number): (key: number) => number {
  const cached = new Map<number, number>();
  return (key) => {
    const found = cached.get(key) ?? find(key);
    cached.set(key, found);
    return found;
  };
}

const nameOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);

/** The date in a zone at a moment, represented by midnight UTC. */
function dateAt(moment: number, zone: string): number {
  return Date.parse(formatLocalDate(moment, zone));
}

/** A direction is weighted by the wind speed of its moment. */
export function withSpeed(slots: readonly number[], { averagings }: ChannelPlan): number[] {
  const speeds = slots.flatMap((slot) => {
    const averaging = averagings.get(slot);
    return averaging?.by === 'direction' && averaging.speed !== null ? [averaging.speed] : [];
  });
  return [...new Set([...slots, ...speeds])].toSorted((a, b) => a - b);
}
