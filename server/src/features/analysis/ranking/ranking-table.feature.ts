import type { Dates } from '@limpid/contract/analysis/period';
import {
  exportRankingTable,
  maxRankingTableDays,
  type RankingEntry,
  type RankingUnit,
  readRankingTable,
} from '@limpid/contract/analysis/ranking-table';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { type ReadingSource, type StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { findNumericChannel } from '../channel.ts';
import { readDates } from '../period.rule.ts';
import { openAskedSites } from './asked-sites.store.ts';
import { toMeasure } from './measure.store.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { rankGroups } from './ranking-groups.ts';
import { makeRankingSheet } from './ranking-sheet.ts';
import { type RankingPage, type RankingPages, rankSites } from './ranking-sites.ts';
import type { RankingTableQuery } from './standings.ts';

type TableQuery = Input<typeof readRankingTable>['query'];
type Paging = Pick<RankingPage, 'limit' | 'offset'>;

const defaultPageSize = 20;
const exportedPage = 1000;

/** The whole ranking by page, with the change against another period. */
export function addRankingTable(app: App, source: ReadingSource, air: AirHourSource): void {
  const deps = { db: app.db, pool: app.pool, air, listAskedSites: openAskedSites(app) };
  const rank = (unit: RankingUnit, query: RankingTableQuery): Promise<RankingPages> =>
    unit === 'site' ? rankSites(deps, query) : rankGroups(deps, query, unit);

  function readQuery(
    scope: Scope,
    query: TableQuery,
  ): RankingTableQuery & { channel: StoredChannel | undefined } {
    const channel = query.channel === undefined ? undefined : findNumericChannel(source, query.channel);
    return {
      channel,
      scope,
      sites: { entityId: query.entityId },
      measure: toMeasure(channel),
      index: query.index ?? 'china',
      ...readPeriods(query),
      order: query.order ?? 'desc',
      now: app.clock.now(),
      pollutantSlots: air.pollutantSlots(),
    };
  }

  route(app, readRankingTable, async ({ scope, query, language }) => {
    const { pageNum = 1, pageSize = defaultPageSize } = query;
    const paging = { limit: pageSize, offset: (pageNum - 1) * pageSize };
    const readRanking = await rank(query.by ?? 'site', readQuery(scope, query));
    return readRanking(readPage(query, language, paging));
  });

  routeTableExport(app, exportRankingTable, async ({ scope, body, language }) => {
    const [unit, query] = [body.by ?? 'site', readQuery(scope, body)];
    const readRows = async function* (): AsyncGenerator<RankingEntry> {
      const readRanking = await rank(unit, query);
      for (let offset = 0; ; offset += exportedPage) {
        const { rows } = await readRanking(readPage(body, language, { limit: exportedPage, offset }));
        yield* rows;
        if (rows.length < exportedPage) return;
      }
    };
    return makeRankingSheet(readRows(), { ...query, unit }, language);
  });
}

function readPage(
  { search, orderByColumn, isAsc }: TableQuery,
  language: Language,
  paging: Paging,
): RankingPage {
  const sort = { by: orderByColumn ?? 'rank', desc: isAsc?.startsWith('desc') ?? false };
  return { search, sort, language, ...paging };
}

/** The requested period and the one it is compared with: two hours, or days. */
function readPeriods(query: TableQuery): Pick<RankingTableQuery, 'period' | 'compared'> {
  const { at, from, to, compareAt, compareFrom, compareTo } = query;
  if (at !== undefined) {
    const compared = compareAt === undefined ? undefined : { hour: new Date(compareAt) };
    return { period: { hour: new Date(at) }, compared };
  }
  if (from === undefined) fail('analysis.date', { label: `${readRankingTable.texts}.fields.from` }, 'from');
  return {
    period: readDays({ from, to }, ['from', 'to']),
    compared:
      compareFrom === undefined
        ? undefined
        : readDays({ from: compareFrom, to: compareTo }, ['compareFrom', 'compareTo']),
  };
}

function readDays(dates: Dates, fields: readonly [from: string, to: string]): ComparedPeriod {
  const [first, last] = readDates(dates, maxRankingTableDays, readRankingTable.texts, fields);
  return { first, last };
}
