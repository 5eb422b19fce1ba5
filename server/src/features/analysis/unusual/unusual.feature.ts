import { roundHalfEven } from '@limpid/aqi/decimal';
import { exportUnusual, listUnusual, type UnusualSite } from '@limpid/contract/analysis/unusual';
import { HOUR_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import { routeTableExport } from '../../../platform/work/table-export.ts';
import { formatOffset } from '../../data/data.api.ts';
import { describeFlagMark } from '../../quality/quality.api.ts';
import { presentReading } from '../../reading/reading.api.ts';
import { readUnusualFlags } from './unusual-flags.ts';
import {
  countUnusualSites,
  findUnusualRun,
  listUnusualSites,
  summariseUnusual,
  type UnusualRow,
} from './unusual-list.store.ts';

const defaultPageSize = 20;
/** More sites than an installation has. */
const mostRows = 1_000_000;

/** Sites whose newest hour is unusual. */
export function addUnusual(app: App): void {
  async function addFlags(rows: readonly UnusualRow[]) {
    const flagsOf = await readUnusualFlags(app.pool, rows);
    return rows.map((row) => ({ ...presentRow(row), flags: flagsOf(row) }));
  }

  app.scopedPaths.add(listUnusual.path);
  route(
    app,
    listUnusual,
    async ({ scope, query: { pageNum = 1, pageSize = defaultPageSize, ...filter } }) => {
      const page = { limit: pageSize, offset: (pageNum - 1) * pageSize };
      const [run, summary, total, rows] = await Promise.all([
        findUnusualRun(app.db),
        summariseUnusual(app.db, scope),
        countUnusualSites(app.db, scope, filter),
        listUnusualSites(app.db, scope, filter, page),
      ]);
      const { hour = null, computedAt = null } = run ?? {};
      return { hour, computedAt, zone: app.config.zone, ...summary, total, rows: await addFlags(rows) };
    },
  );
  routeTableExport(app, exportUnusual, async ({ scope, language, body }) => {
    const rows = await listUnusualSites(app.db, scope, body, { limit: mostRows, offset: 0 });
    const flagsOf = await readUnusualFlags(app.pool, rows);
    const columns = exportedColumns.map((key) => ({
      header: translate(language, commonHeads[key] ?? `analysis.unusual.columns.${key}`),
    }));
    return { columns, rows: rows.map((row) => listCells(row, flagsOf(row), language)), count: rows.length };
  });
}

function presentRow({ slot: _, ...row }: UnusualRow): Omit<UnusualSite, 'flags'> {
  return {
    ...row,
    value: presentReading(row.value),
    usual: presentReading(row.usual),
    lower: presentReading(row.lower),
    upper: presentReading(row.upper),
    strength: presentReading(row.strength),
    days: row.days.map((day) => presentReading(day)),
  };
}

const exportedColumns = [
  'siteCode',
  'site',
  'entity',
  'hour',
  'offset',
  'channel',
  'unit',
  'value',
  'usual',
  'lower',
  'upper',
  'counted',
  'strength',
  'reason',
  'flags',
] as const;

const commonHeads: Partial<Record<(typeof exportedColumns)[number], string>> = {
  offset: 'data.history.columns.zone',
  flags: 'quality.flagged.title',
};

function listCells(row: UnusualRow, flags: readonly RuleFlag[], language: Language): Cell[] {
  const round = (value: number | null) =>
    value === null ? null : roundHalfEven(presentReading(value), row.decimals);
  return [
    row.siteCode,
    row.siteName,
    localised(row, 'entityName', language),
    formatLocalTime(row.hour, row.zone),
    formatOffset(row.hour, row.zone),
    localised(row, 'channelName', language),
    row.unit,
    round(row.value),
    round(row.usual),
    round(row.lower),
    round(row.upper),
    row.count,
    roundHalfEven(row.strength, 2),
    writeSentence(row, language),
    flags.map((flag) => describeFlagMark(flag, row, language)).join('; ') || null,
  ];
}

/** The sentence of the screen: which value, and what it is compared with. */
function writeSentence(row: UnusualRow, language: Language): string {
  const { decimals, unit, zone, hour } = row;
  const form = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
  const number = (value: number) => form.format(roundHalfEven(presentReading(value), decimals));
  const withUnit = (value: number) => (unit ? `${number(value)} ${unit}` : number(value));
  return translate(language, `analysis.unusual.sentences.${row.kind}`, {
    channel: localised(row, 'channelName', language),
    value: withUnit(row.value),
    usual: withUnit(row.usual),
    lower: number(row.lower ?? 0),
    upper: withUnit(row.upper),
    count: row.count,
    from: formatLocalTime(hour, zone).slice(11),
    to: formatLocalTime(hour + HOUR_MS, zone).slice(11),
  });
}
