import { type ErrorParams, fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { readTable } from '../../platform/sheets/read-sheet.ts';
import type { ImportedRow, ReadingSource, ReadingWriter, Step } from '../ingest/ingest.api.ts';
import { findColumns, type HistoryColumns } from './history-columns.rule.ts';
import {
  type FindSite,
  type ReadRow,
  type RowProblem,
  readRow,
  type SheetRow,
  textOf,
} from './history-rows.rule.ts';
import { findNamedSite, listNamedSites, type NamedSite } from './history-site.store.ts';
import { detectStep, placeRows } from './history-steps.rule.ts';

export interface ImportQuestion {
  siteId?: number;
  granularity?: Step;
  hourLabel?: 'start' | 'end';
  replace?: boolean;
}

/** A file that has been read: its rows that can be stored, and what is wrong with the others. */
export interface HistoryFile {
  columns: HistoryColumns;
  step: Step;
  total: number;
  rows: ReadRow[];
  problems: RowProblem[];
}

interface Reader {
  app: Pick<App, 'db' | 'clock'>;
  source: ReadingSource;
  writer: ReadingWriter;
  scope: Scope;
}

export async function readHistoryFile(
  { app, source, writer, scope }: Reader,
  bytes: Uint8Array,
  { siteId, granularity, hourLabel }: ImportQuestion,
): Promise<HistoryFile> {
  const chosen = siteId === undefined ? undefined : await getSite(app, scope, siteId);
  const sheet = await readTable(bytes);
  const above = [sheet.header, ...sheet.rows.slice(0, 10).map(({ cells }) => cells.map(textOf))];
  const { above: skipped, ...columns } = findColumns(above, source.channels());
  const lines = sheet.rows.slice(skipped);
  if (lines.length === 0) fail('sheet.empty');
  if (!chosen && columns.sites.length === 0) fail('history_import.no_site', {}, 'siteId');
  const findSite = makeFinder(await listMeant(app, scope, lines, columns), chosen);
  const read = lines.map((line) => readRow(line, columns, findSite));
  const rows = read.flatMap((one) => (Array.isArray(one) ? [] : [one]));
  const now = app.clock.now().getTime();
  const kept = { byEnd: hourLabel === 'end', now, oldest: await writer.findOldest() };
  const step = granularity ?? detectStep(rows, kept);
  const column = columns.header[Object.values(columns.time)[0] ?? 0] ?? null;
  const { placed, problems } = placeRows(rows, { ...kept, step, column });
  const all = [...read.flatMap((one) => (Array.isArray(one) ? one : [])), ...problems];
  // Among wrong rows it may be them that hide the spacing: then every row says what is wrong with it.
  if (!step && all.every(({ key }) => key === 'daily')) fail('history_import.daily', {}, 'granularity');
  return {
    columns,
    step: step ?? 'hour',
    total: lines.length,
    rows: placed,
    problems: all.toSorted((a, b) => a.line - b.line),
  };
}

async function getSite({ db }: Reader['app'], scope: Scope, siteId: number): Promise<NamedSite> {
  return (await findNamedSite(db, scope, siteId)) ?? fail('scope.denied');
}

function listMeant(
  { db }: Reader['app'],
  scope: Scope,
  lines: readonly SheetRow[],
  { sites }: HistoryColumns,
): Promise<NamedSite[]> {
  const names = new Set(lines.flatMap(({ cells }) => sites.map((index) => textOf(cells[index]))));
  return listNamedSites(db, scope, [...names]);
}

/** The site of a row: what its columns name, which must be the chosen one where one was chosen. */
function makeFinder(meant: readonly NamedSite[], chosen: NamedSite | undefined): FindSite {
  const byName = new Map<string, Set<NamedSite>>();
  for (const site of meant) {
    for (const name of [site.mn, site.siteCode, site.siteName]) {
      const key = name.toUpperCase();
      byName.set(key, (byName.get(key) ?? new Set()).add(site));
    }
  }
  return (cells) => {
    const named = cells.filter((name) => name !== '');
    if (named.length === 0) return chosen ? { site: chosen } : { key: 'site_missing', params: {} };
    const found = named
      .map((name) => [...(byName.get(name.toUpperCase()) ?? [])])
      .find((sites) => sites.length > 0);
    const params: ErrorParams = { name: named[0] ?? '', chosen: chosen?.siteName ?? '' };
    if (chosen) {
      const isChosen = found?.some(({ siteId }) => siteId === chosen.siteId);
      return isChosen ? { site: chosen } : { key: 'site_other', params };
    }
    const [site, ...others] = found ?? [];
    if (!site) return { key: 'site', params };
    return others.length > 0 ? { key: 'site_ambiguous', params } : { site };
  };
}

export function toImported(rows: readonly ReadRow[]): ImportedRow[] {
  return rows.map(({ site, ts, values }) => ({ siteId: site.siteId, ts, values }));
}
