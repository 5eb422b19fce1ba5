import { listRanking, longestRanking } from '@limpid/contract/analysis/ranking';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { getChannel } from '../data/data.api.ts';
import type { ReadingSource } from '../ingest/ingest.api.ts';
import { readDates } from './period.rule.ts';
import { rankRows } from './ranking.rule.ts';
import { countSites, findNewestHour, listRanked, type Measure, type RankingPeriod } from './ranking.store.ts';

const hourMs = 3_600_000;
/** An hour that is older is not what people call now. */
const reachMs = 24 * hourMs;
const topTen = 10;

/** Which sites have the dirtiest air, or the cleanest. */
export function addRanking(app: App, source: ReadingSource): void {
  app.scopedPaths.add(listRanking.path);
  route(app, listRanking, async ({ scope, query }) => {
    const { granularity, from, to, entityId, deptId, order = 'desc', limit = topTen } = query;
    const measure = findMeasure(source, query.channel);
    const sites = { entityId, deptId };
    const rank = async (period: RankingPeriod) => {
      const [total, rows] = await Promise.all([
        countSites(app.db, scope, sites),
        listRanked(app.db, { scope, sites, measure, period, order, limit }),
      ]);
      return { total, rows: rankRows(rows) };
    };
    if (granularity === 'hour') {
      const now = app.clock.now().getTime();
      const [ended, since] = [new Date(now - hourMs), new Date(now - reachMs)];
      const hour = query.at ?? (await findNewestHour(app.db, scope, sites, ended, since));
      return { hour, from: null, to: null, ...(await rank({ hour: new Date(hour ?? ended) })) };
    }
    if (from === undefined) return fail('field.required', { label: 'analysis.ranking.fields.from' }, 'from');
    const [first, last] = readDates({ from, to }, longestRanking, listRanking.texts);
    return { hour: null, from: first, to: last, ...(await rank({ first, last })) };
  });
}

/** A direction or a state has no mean that is more or less than another. */
function findMeasure(source: ReadingSource, code: string | undefined): Measure {
  if (code === undefined) return 'index';
  const { slot, dataType } = getChannel(source, code);
  if (dataType !== 'number' && dataType !== 'level') fail('analysis.channel', { code }, 'channel');
  return { slot, by: dataType === 'level' ? 'level' : 'mean' };
}
