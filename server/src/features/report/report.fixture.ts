import type { ReportDocument } from '@limpid/contract/report/document';
import type { TestApp } from '../../testing/app.ts';
import { runTask } from '../../testing/run-task.ts';
import { addSite } from '../../testing/stations.ts';
import { openPartitions } from '../reading/partitions/partitions.ts';
import { sendNextMessage } from './delivery/delivery.job.ts';
import { makeNextReport } from './making/making.job.ts';
import type { DocumentRequest, ReportMaker } from './making/report-maker.ts';

export type JsonRow = Record<string, unknown>;

/** A document that says what it was asked for. */
export function makeTestDocument({
  language,
  sections,
  period,
  title,
  coverText,
}: DocumentRequest): ReportDocument {
  const table = (key: string, detail: boolean) => ({
    key,
    title: null,
    columns: [],
    rows: [],
    marks: [],
    notes: [],
    detail,
  });
  return {
    language,
    title: title ?? `${period.kind} report`,
    subtitle: `${period.first} – ${period.last}`,
    coverText: coverText ?? null,
    facts: [],
    warnings: [],
    sections: sections.map((key) => ({
      key,
      title: key,
      paragraphs: [],
      figures: [],
      charts: [],
      tables: [table('plain', false), table('details', true)],
    })),
  };
}

/** Files that contain the document as text, so that tests see what was rendered. */
export const plainMaker: ReportMaker = {
  makeDocument: async (request) => makeTestDocument(request),
  renderPdf: async ({ document, madeAt }) => Buffer.from(JSON.stringify({ document, madeAt })),
  renderWorkbook: async ({ document }) => Buffer.from(`workbook ${JSON.stringify(document)}`),
};

/** Replaces the maker of the application, until the next time. */
export function useMaker(t: TestApp, changes: Partial<ReportMaker> = {}): void {
  Object.assign(t.services.reports, plainMaker, changes);
}

/** Makes everything that waits, as a worker does; returns how many attempts that took. */
export async function makeWaiting(t: TestApp): Promise<number> {
  let count = 0;
  while (await makeNextReport(t.app, t.services.reports)) count += 1;
  return count;
}

export async function sendWaiting(t: TestApp): Promise<number> {
  let count = 0;
  while (await sendNextMessage(t.app)) count += 1;
  return count;
}

export const october = { period: 'month', first: '2026-10-01', last: '2026-10-31' };

/** A request for a report about a site in October. */
export const wantSite = (siteId: number, changes: object = {}) => ({
  subject: 'site',
  siteId,
  ...october,
  sections: ['summary', 'statistics'],
  languages: ['en'],
  ...changes,
});

export async function ask(t: TestApp, token: string, json: object): Promise<number[]> {
  const { body } = await t.send('POST', '/analysis/report', { token, json });
  if (body.code !== 200) throw new Error(body.msg);
  return (body['data'] as { reportIds: number[] }).reportIds;
}

/** Asks for one report and makes it. */
export async function makeOne(t: TestApp, token: string, json: object): Promise<number> {
  const [reportId = 0] = await ask(t, token, json);
  await makeWaiting(t);
  return reportId;
}

export async function readReport(t: TestApp, token: string, reportId: number): Promise<JsonRow> {
  return (await t.send('GET', `/analysis/report/${reportId}`, { token })).body['data'] as JsonRow;
}

export async function listReportRows(t: TestApp, token: string, query = ''): Promise<JsonRow[]> {
  return (await t.send('GET', `/analysis/report/list?pageSize=1000${query}`, { token })).body[
    'rows'
  ] as JsonRow[];
}

/** Sites of one entity. */
export async function addEntitySites(
  t: TestApp,
  names: readonly string[],
  options: { deptId?: number; zone?: string } = {},
): Promise<{ entityId: number; siteIds: number[] }> {
  const siteIds: number[] = [];
  for (const mn of names) siteIds.push(await addSite(t, { mn, ...options }));
  const { rows } = await t.app.pool.query('select entity_id from site where site_id = $1', [siteIds[0]]);
  const entityId: number = rows[0].entity_id;
  await t.app.pool.query('update site set entity_id = $1 where site_id = any($2)', [entityId, siteIds]);
  return { entityId, siteIds };
}

export async function addCity(t: TestApp, city: string, province = '测试省'): Promise<void> {
  await t.app.pool.query(
    `insert into reference_station (station_code, station_name, province, city, facts_of)
     values ($1, $1, $2, $3, limpid_now())`,
    [`${city}-1`, province, city],
  );
}

/** Stores the mean of PM2.5 of a day, as roll-ups do. */
export async function storeDay(t: TestApp, siteId: number, day: string, mean: number): Promise<void> {
  await openPartitions(t.app.pool).ensure('reading_day', [Date.parse(day)]);
  await t.app.pool.query(
    `insert into reading_day (site_id, day, a1, c1) values ($1, $2, $3, 24)
     on conflict (site_id, day) do update set a1 = excluded.a1`,
    [siteId, day, mean],
  );
}

export const runPlans = (t: TestApp, period: string) => runTask(t, `reportTask.make('${period}')`);
