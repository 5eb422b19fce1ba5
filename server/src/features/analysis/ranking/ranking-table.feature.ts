import { maxRankingDays } from '@limpid/contract/analysis/ranking';
import {
  exportRankingTable,
  type RankingEntry,
  type RankingTable,
  type RankingUnit,
  readRankingTable,
} from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { presentReading, type ReadingSource, type StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { findNumericChannel } from '../channel.ts';
import { readDates } from '../period.rule.ts';
import { toMeasure } from './measure.store.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { rankGroups } from './ranking-groups.ts';
import { makeRankingSheet } from './ranking-sheet.ts';
import {
  listRankedSites,
  type RankingPage,
  type RankingTableQuery,
  type StoredEntry,
} from './ranking-table.store.ts';

type TableQuery = Input<typeof readRankingTable>['query'];
type Paging = Pick<RankingPage, 'limit' | 'offset'>;

const defaultPageSize = 20;
const exportedPage = 1000;

/** The whole ranking by page, with the change against another period. */
export function addRankingTable(app: App, source: ReadingSource, air: AirHourSource): void {
  async function readTable(
    unit: RankingUnit,
    query: RankingTableQuery,
    page: RankingPage,
  ): Promise<RankingTable> {
    if (unit !== 'site') return rankGroups({ db: app.db, air }, query, unit, page);
    const { rows, totals } = await listRankedSites(app.db, query, page);
    const missing = await findMissing(air, rows, query.period);
    const { total, units, ranked, compared, zones, ...leftOut } = totals;
    const entries = rows.map((row) => presentEntry(row, missing.get(row.siteId ?? 0)));
    return { rows: entries, total, units, ranked, compared, leftOut, zones: zones ?? [] };
  }

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
      ...readPeriods(query),
      order: query.order ?? 'desc',
      now: app.clock.now(),
      pollutantSlots: air.pollutantSlots(),
    };
  }

  route(app, readRankingTable, ({ scope, query, language }) => {
    const { pageNum = 1, pageSize = defaultPageSize } = query;
    const paging = { limit: pageSize, offset: (pageNum - 1) * pageSize };
    return readTable(query.by ?? 'site', readQuery(scope, query), readPage(query, language, paging));
  });

  routeTableExport(app, exportRankingTable, async ({ scope, body, language }) => {
    const [unit, query] = [body.by ?? 'site', readQuery(scope, body)];
    const readRows = async function* (): AsyncGenerator<RankingEntry> {
      for (let offset = 0; ; offset += exportedPage) {
        const page = readPage(body, language, { limit: exportedPage, offset });
        const { rows } = await readTable(unit, query, page);
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
    period: readDays(from, to),
    compared: compareFrom === undefined ? undefined : readDays(compareFrom, compareTo),
  };
}

function readDays(from: string, to: string | undefined): ComparedPeriod {
  const [first, last] = readDates({ from, to }, maxRankingDays, readRankingTable.texts);
  return { first, last };
}

function presentEntry(row: StoredEntry, missing: readonly string[] = []): RankingEntry {
  const [value, before] = [presentReading(row.value), presentReading(row.before)];
  const change = value === null || before === null ? null : presentReading(value - before);
  // The running day may be valid already.
  const expected = Math.max(row.expected, row.counted);
  return { ...row, expected, value, before, change, missing: [...missing], sites: 1, allSites: 1 };
}

/** Of sites whose index is withheld, the pollutants whose absence withholds it. */
async function findMissing(
  air: AirHourSource,
  rows: readonly StoredEntry[],
  period: ComparedPeriod,
): Promise<Map<number, readonly string[]>> {
  const siteIds = rows.flatMap(({ siteId, reason }) => (reason === 'withheld' ? (siteId ?? []) : []));
  if (siteIds.length === 0) return new Map();
  if ('hour' in period) {
    const at = period.hour.getTime();
    const hours = await air.hours(siteIds, [at - HOUR_MS + 1, at + 1]);
    return new Map([...hours].map(([siteId, found]) => [siteId, found.at(-1)?.missing ?? []]));
  }
  const days = await air.withheldDays(siteIds, [period.first, period.last]);
  return new Map([...days].map(([siteId, found]) => [siteId, [...new Set([...found.values()].flat())]]));
}
