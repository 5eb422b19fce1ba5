import { listRanking, maxRankingDays, type RankedSite } from '@limpid/contract/analysis/ranking';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { route } from '../../../platform/http/route.ts';
import { presentReading, type ReadingSource } from '../../reading/reading.api.ts';
import { type AirHourSource } from '../../rollup/rollup.api.ts';
import { findNumericChannel } from '../channel.ts';
import { readDates } from '../period.rule.ts';
import { computeHourIndices, type HourIndex } from './foreign-hour.ts';
import { toMeasure } from './measure.store.ts';
import { rankRows } from './ranking.rule.ts';
import {
  countSites,
  findNewestHour,
  findYesterdays,
  listRanked,
  listRankedSiteIds,
  type RankedPeriod,
  type RankingQuery,
  type RankingRow,
} from './ranking.store.ts';

/** The maximum age of the newest hour. */
const maxAgeMs = DAY_MS;
const defaultLimit = 10;

/** Ranks sites by air quality. */
export function addRanking(app: App, source: ReadingSource, air: AirHourSource): void {
  app.scopedPaths.add(listRanking.path);
  route(app, listRanking, async ({ scope, query }) => {
    const { granularity, from, to, entityId, deptId, within, order = 'desc', limit = defaultLimit } = query;
    const { index = 'china' } = query;
    const channel = query.channel === undefined ? undefined : findNumericChannel(source, query.channel);
    const measure = toMeasure(channel);
    const sites = { entityId, deptId, within };
    const now = app.clock.now().getTime();
    const rank = async (period: RankedPeriod) => {
      const [total, rows] = await Promise.all([
        countSites(app.db, scope, sites),
        listPublished(app.db, air, {
          scope,
          sites,
          measure,
          index,
          period,
          order,
          limit,
          now: new Date(now),
        }),
      ]);
      return { total, rows: rankRows(rows).map((row) => ({ ...row, value: presentReading(row.value) })) };
    };
    if (granularity === 'hour') {
      const [ended, since] = [new Date(now - HOUR_MS), new Date(now - maxAgeMs)];
      const hour = query.at ?? (await findNewestHour(app.db, scope, sites, ended, since));
      return { hour, from: null, to: null, ...(await rank({ hour: new Date(hour ?? ended) })) };
    }
    if (from === undefined) {
      const days = await findYesterdays(app.db, scope, sites, new Date(now));
      return { hour: null, from: days.first, to: days.last, ...(await rank('yesterday')) };
    }
    const [first, last] = readDates({ from, to }, maxRankingDays, listRanking.texts);
    return { hour: null, from: first, to: last, ...(await rank({ first, last })) };
  });
}

type PublishedQuery = Omit<RankingQuery, 'withheld' | 'pollutantSlots' | 'hourIndices'>;
type PublishedRow = Omit<RankedSite, 'rank'>;

/**
 * Ranks by the indices that may be published. For one hour or day, withheld indices are looked up only for the first sites that
 * lack a pollutant; the next sites replace the withheld ones. Each round looks at twice as many sites, so that many withheld
 * indices take few rounds.
 */
async function listPublished(
  db: Database,
  air: AirHourSource,
  question: PublishedQuery,
): Promise<PublishedRow[]> {
  const { period, measure, index, limit } = question;
  const isChinese = index === 'china';
  const missing = new Map<number, readonly string[]>();
  const checked = new Set<number>();
  const isDoubtful = ({ siteId, reference }: RankingRow) => isChinese && reference && !checked.has(siteId);
  const present = (row: RankingRow): PublishedRow => ({
    ...row,
    missing: [...(missing.get(row.siteId) ?? [])],
  });
  const pollutantSlots = isChinese ? air.pollutantSlots() : [];
  const hourIndices = isChinese ? undefined : await readHourIndices(db, air, question);
  for (let size = limit; ; size *= 2) {
    const query = { ...question, limit: size, pollutantSlots, hourIndices };
    const rows = await listRanked(db, { ...query, withheld: [...missing.keys()] });
    const shown = rows.slice(0, limit);
    if (isSeveralDays(period)) {
      for (const [siteId, names] of await findFullyWithheld(air, shown, period)) missing.set(siteId, names);
      return shown.map(present);
    }
    if (!shown.some(isDoubtful)) return shown.map(present);
    const doubtful = rows.filter(isDoubtful);
    for (const { siteId } of doubtful) checked.add(siteId);
    for (const [siteId, names] of await findWithheld(air, doubtful, period)) missing.set(siteId, names);
    // Indices do not change the order by a channel.
    if (measure !== 'index') {
      const none = { aqi: null, primary: null, reference: false };
      return shown.map((row) => present(missing.has(row.siteId) ? { ...row, ...none } : row));
    }
    if (!shown.some(({ siteId, aqi }) => aqi !== null && missing.has(siteId))) return shown.map(present);
  }
}

async function readHourIndices(
  db: Database,
  air: AirHourSource,
  { scope, sites, period, index }: PublishedQuery,
): Promise<HourIndex[] | undefined> {
  if (period === 'yesterday' || !('hour' in period)) return undefined;
  return computeHourIndices(air, await listRankedSiteIds(db, scope, sites), period.hour, index);
}

type Names = [siteId: number, names: readonly string[]];
type SeveralDays = Extract<RankedPeriod, { first: string }>;

function isSeveralDays(period: RankedPeriod): period is SeveralDays {
  return period !== 'yesterday' && 'first' in period && period.first !== period.last;
}

/** The sites whose index of the hour or day is withheld, with the missing pollutants. */
async function findWithheld(
  air: AirHourSource,
  rows: readonly RankingRow[],
  period: RankedPeriod,
): Promise<Names[]> {
  const siteIds = rows.map(({ siteId }) => siteId);
  if (period !== 'yesterday' && 'hour' in period) {
    const at = period.hour.getTime();
    const found = await air.hours(siteIds, [at - HOUR_MS + 1, at + 1]);
    return [...found].flatMap(([siteId, hours]): Names[] => {
      const names = hours.at(-1)?.missing;
      return names ? [[siteId, names]] : [];
    });
  }
  const days = rows.flatMap(({ day }) => day ?? []).toSorted();
  const found = await air.withheldDays(siteIds, [days[0] ?? '', days.at(-1) ?? '']);
  return rows.flatMap(({ siteId, day }): Names[] => {
    const names = day === null ? undefined : found.get(siteId)?.get(day);
    return names ? [[siteId, names]] : [];
  });
}

/** Sites without an index over several days because every day is withheld, with the pollutants missing on these days. */
async function findFullyWithheld(
  air: AirHourSource,
  rows: readonly RankingRow[],
  { first, last }: SeveralDays,
): Promise<Names[]> {
  const siteIds = rows.flatMap(({ siteId, aqi, withheld }) => (withheld && aqi === null ? [siteId] : []));
  if (siteIds.length === 0) return [];
  const found = await air.withheldDays(siteIds, [first, last]);
  return [...found].map(([siteId, days]): Names => [siteId, [...new Set([...days.values()].flat())]]);
}
