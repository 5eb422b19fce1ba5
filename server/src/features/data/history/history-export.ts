import { roundHalfEven } from '@limpid/aqi/decimal';
import type { HistoryTableRow } from '@limpid/contract/data/history';
import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import { DAY_MS, SECOND_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import { maxSheetRows, type TableFormat } from '@limpid/contract/kit/table-export';
import type { Language } from '@limpid/contract/language';
import { dayBounds, formatLocalDate, offsetAt } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { hasText, translate } from '../../../platform/texts.ts';
import type { ExportedTable } from '../../../platform/work/table-export.ts';
import { describeFlagMark, describeFlagSummary } from '../../quality/quality.api.ts';
import type { ReadingSource } from '../../reading/reading.api.ts';
import { boundsAtSite, groupByBounds } from '../chosen-dates.rule.ts';
import { formatOffset } from '../format-offset.rule.ts';
import { hasLittleData } from '../little-data.rule.ts';
import { listWindows } from './history-order.rule.ts';
import { readSiteRows } from './history-page.ts';
import type { CheckedHistoryQuery, HistoryServices } from './history-query.ts';

/** The rows of one site that are in memory at once. */
const windowMs: Record<Granularity, number> = {
  minute: DAY_MS,
  five: 5 * DAY_MS,
  hour: 60 * DAY_MS,
  day: 1000 * DAY_MS,
};

/** All rows of a query, site by site and oldest first; they are read while the file is written. */
export async function makeHistoryTable(
  app: Pick<App, 'clock'>,
  services: HistoryServices,
  query: CheckedHistoryQuery,
  language: Language,
  format: TableFormat,
): Promise<ExportedTable> {
  const write = (key: string) => translate(language, `data.history.columns.${key}`);
  const heads = [
    ...['siteCode', 'site', 'time', 'zone'].map(write),
    query.index === 'china' ? write('index') : translate(language, `map.indices.${query.index}`),
    write('primary'),
  ];
  const channelHeads = query.channels.map((channel) => {
    const name = localised({ ...channel }, 'channelName', language);
    return channel.unit ? `${name} (${channel.unit})` : name;
  });
  async function* readRows(): AsyncGenerator<Cell[]> {
    for (const site of query.sites)
      for (const window of listWholeWindows(query, site.zone)) {
        const rows = await readSiteRows(services, query, site, window, app.clock.now().getTime());
        for (const row of rows.toReversed()) yield writeRow(row, site, query, language);
      }
  }
  return {
    columns: [...heads, ...channelHeads, write('remarks')].map((header) => ({ header })),
    rows: readRows(),
    count: await countRows(services.readings, query, format),
  };
}

/** Parts of the period that begin with a step: a day that overlaps two parts would be written twice. */
function listWholeWindows(query: CheckedHistoryQuery, zone: string): [number, number][] {
  const { granularity } = query;
  const [from, to] = boundsAtSite(query, zone);
  const length = windowMs[granularity];
  if (granularity === 'day') {
    const bounds = [dayBounds(formatLocalDate(from, zone), zone)[0], to] as const;
    const windows = [...listWindows(bounds, 'oldest', length, length)];
    const midnight = (at: number) => dayBounds(formatLocalDate(at, zone), zone)[0];
    return windows.map(([start, end]) => [midnight(start), end === to ? to : midnight(end)]);
  }
  const step = granularity === 'hour' ? 1 : granularityMs[granularity];
  return [...listWindows([Math.ceil(from / step) * step, to], 'oldest', length, length)];
}

/**
 * Hours and days are counted, and so are the minutes of a sheet that may have too many rows; others are estimated from the
 * packets of their days, which imports and corrections are not.
 */
async function countRows(
  source: ReadingSource,
  { sites, granularity, from, to }: CheckedHistoryQuery,
  format: TableFormat,
): Promise<number> {
  const siteIds = sites.map(({ siteId }) => siteId);
  if (granularity === 'hour' || granularity === 'day') {
    const groups = groupByBounds(sites, granularity, [from, to]);
    const counts = groups.map((group) => source.count(granularity, group.siteIds, group.bounds));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }
  const isDoubtful = (sites.length * (to - from)) / granularityMs[granularity] > maxSheetRows;
  if (format === 'xlsx' && isDoubtful)
    return source.countSteps(granularity === 'five' ? 5 : 1, siteIds, [from, to], maxSheetRows);
  const seconds = await source.receivedSeconds(siteIds, [from, to]);
  const most = (to - from) / granularityMs[granularity];
  const ofSite = ({ siteId, interval }: { siteId: number; interval: number }) =>
    (seconds.get(siteId) ?? 0) / Math.max(granularityMs[granularity] / SECOND_MS, interval);
  return Math.round(sites.reduce((sum, site) => sum + Math.min(most, ofSite(site)), 0));
}

function writeRow(
  { ts, aqi, primary, values }: HistoryTableRow,
  { siteCode, siteName, zone }: CheckedHistoryQuery['sites'][number],
  { channels, granularity }: CheckedHistoryQuery,
  language: Language,
): Cell[] {
  const numbers = channels.map(({ code, decimals }) => {
    const value = values[code]?.value ?? null;
    return value === null ? null : roundHalfEven(value, decimals);
  });
  const remarks = channels.flatMap(({ code, unit, decimals }) => {
    const words = describeCell(values[code], { unit: unit ?? '', decimals }, granularity, language);
    return words.length > 0 ? [`${code}: ${words.join(', ')}`] : [];
  });
  return [
    siteCode,
    siteName,
    new Date(ts + offsetAt(ts, zone)),
    formatOffset(ts, zone),
    aqi ?? null,
    primary ?? null,
    ...numbers,
    remarks.join('; ') || null,
  ];
}

/** The flag, the mark of a number out of range, whether the value was corrected or imported, and of too little data. */
function describeCell(
  cell: HistoryTableRow['values'][string] | undefined,
  { unit, decimals }: { unit: string; decimals: number },
  granularity: Granularity,
  language: Language,
): string[] {
  if (!cell) return [];
  const write = (key: string, params = {}) => translate(language, key, params);
  const { flag, outOfRange, edited, imported, raw, covered, flags = [], flagged } = cell;
  const flagKey = `data.realtime.flags.${flag}`;
  return [
    ...flags.map((mark) => describeFlagMark(mark, { unit, decimals }, language)),
    ...(flagged ? [describeFlagSummary(flagged, language) ?? ''] : []),
    ...(flag
      ? [hasText(language, flagKey) ? write(flagKey) : write('data.realtime.flags.other', { flag })]
      : []),
    ...(outOfRange === undefined ? [] : [write('data.history.cell.outOfRange', { value: outOfRange })]),
    ...(edited ? [write('data.history.cell.edited')] : []),
    ...(raw === undefined
      ? []
      : [write('data.history.cell.original', { value: raw ?? write('data.history.cell.noValue') })]),
    ...(imported ? [write('data.history.cell.imported')] : []),
    ...(covered !== undefined && hasLittleData(covered, granularity)
      ? [write(`data.history.cell.few.${granularity}`)]
      : []),
  ];
}
