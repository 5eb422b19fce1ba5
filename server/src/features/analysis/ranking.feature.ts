import { listRanking, longestRanking, type RankedSite } from '@limpid/contract/analysis/ranking';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import type { Database } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { getChannel } from '../data/data.api.ts';
import {
  type AirHourSource,
  presentReading,
  type ReadingSource,
  type StoredChannel,
} from '../ingest/ingest.api.ts';
import { readDates } from './period.rule.ts';
import { rankRows } from './ranking.rule.ts';
import {
  countSites,
  findNewestHour,
  findOwnDays,
  listRanked,
  type Measure,
  type RankingPeriod,
  type RankingQuestion,
} from './ranking.store.ts';

const hourMs = 3_600_000;
/** An hour that is older is not what people call now. */
const reachMs = 24 * hourMs;
const topTen = 10;

/** Which sites have the dirtiest air, or the cleanest. */
export function addRanking(app: App, source: ReadingSource, air: AirHourSource): void {
  app.scopedPaths.add(listRanking.path);
  route(app, listRanking, async ({ scope, query }) => {
    const { granularity, from, to, entityId, deptId, order = 'desc', limit = topTen } = query;
    const channel = query.channel === undefined ? undefined : findChannel(source, query.channel);
    const measure = toMeasure(channel);
    const sites = { entityId, deptId };
    const now = app.clock.now().getTime();
    const rank = async (period: RankingPeriod) => {
      const [total, rows] = await Promise.all([
        countSites(app.db, scope, sites),
        listPublished(app.db, air, { scope, sites, measure, period, order, limit, now: new Date(now) }),
      ]);
      return { total, rows: rankRows(rows).map((row) => ({ ...row, value: presentReading(row.value) })) };
    };
    if (granularity === 'hour') {
      const [ended, since] = [new Date(now - hourMs), new Date(now - reachMs)];
      const hour = query.at ?? (await findNewestHour(app.db, scope, sites, ended, since));
      return { hour, from: null, to: null, ...(await rank({ hour: new Date(hour ?? ended) })) };
    }
    if (from === undefined) {
      const days = await findOwnDays(app.db, scope, sites, new Date(now));
      return { hour: null, from: days.first, to: days.last, ...(await rank('yesterday')) };
    }
    const [first, last] = readDates({ from, to }, longestRanking, listRanking.texts);
    return { hour: null, from: first, to: last, ...(await rank({ first, last })) };
  });
}

/**
 * The ranking with the indices that may be published. Whether one is withheld is only looked up for sites that come first without
 * having all pollutants; where one is, others follow in its place.
 */
async function listPublished(
  db: Database,
  air: AirHourSource,
  question: Omit<RankingQuestion, 'withheld'>,
): Promise<Omit<RankedSite, 'rank'>[]> {
  const missing = new Map<number, readonly string[]>();
  const judged = new Set<number>();
  for (;;) {
    const withheld = [...missing.keys()];
    const rows = await listRanked(db, { ...question, withheld });
    const incomplete = rows.filter(({ siteId, reference }) => reference && !judged.has(siteId));
    const siteIds = incomplete.map(({ siteId }) => siteId);
    for (const siteId of siteIds) judged.add(siteId);
    for (const [siteId, names] of await findWithheld(air, siteIds, question.period))
      missing.set(siteId, names);
    if (missing.size === withheld.length)
      return rows.map((row) => ({ ...row, missing: [...(missing.get(row.siteId) ?? [])] }));
  }
}

/** The sites whose index of the hour is withheld, and the pollutants that are missing. */
async function findWithheld(
  air: AirHourSource,
  siteIds: readonly number[],
  period: RankingPeriod,
): Promise<[number, readonly string[]][]> {
  if (siteIds.length === 0 || period === 'yesterday' || !('hour' in period)) return [];
  const at = period.hour.getTime();
  const found = await air.hours(siteIds, [at - hourMs + 1, at + 1]);
  return [...found].flatMap(([siteId, hours]): [number, readonly string[]][] => {
    const names = hours.at(-1)?.missing;
    return names ? [[siteId, names]] : [];
  });
}

/** A direction or a state has no mean that is more or less than another. */
function findChannel(source: ReadingSource, code: string): StoredChannel {
  const channel = getChannel(source, code);
  const { dataType } = channel;
  if (dataType !== 'number' && dataType !== 'level') fail('analysis.channel', { code }, 'channel');
  return channel;
}

function toMeasure(channel: StoredChannel | undefined): Measure {
  if (!channel) return 'index';
  return { slot: channel.slot, by: channel.dataType === 'level' ? 'level' : 'mean' };
}
