import { AppError } from '@limpid/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import {
  ask,
  type JsonRow,
  listReportRows,
  makeOne,
  makeTestDocument,
  makeWaiting,
  plainMaker,
  readReport,
  useMaker,
  wantSite,
} from '../report.fixture.ts';
import { claimReport, finishReport } from './claim.store.ts';
import { makeNextReport } from './making.job.ts';

let t: TestApp;
let token: string;
let siteId: number;

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  siteId = await addSite(t, { mn: 'MADE-1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  useMaker(t);
  await t.app.pool.query('delete from report');
});

const read = (reportId: number) => readReport(t, token, reportId);
const fetchFile = (reportId: number, format: string) =>
  t.send('GET', `/analysis/report/file/${reportId}/${format}`, { token });

describe('a report that somebody asks for', () => {
  it('waits until a worker makes it, then has a document and its files', async () => {
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    expect(await read(reportId)).toMatchObject({ state: 'waiting', signOff: 'draft', edition: 1, files: [] });
    expect((await fetchFile(reportId, 'pdf')).body.code).toBe(500);
    expect(await makeWaiting(t)).toBe(1);
    const row = await read(reportId);
    expect(row).toMatchObject({
      state: 'done',
      reportName: 'month report',
      subjectName: 'MADE-1',
      firstDay: '2026-10-01',
      lastDay: '2026-10-31',
      attempts: 1,
      createBy: 'admin',
      problem: null,
    });
    expect(row['asOf']).toMatch(/^2026-11-18 18:\d\d:\d\d$/);
    const files = row['files'] as JsonRow[];
    expect(files.map(({ format }) => format)).toEqual(['pdf', 'xlsx']);
    const { bytes, headers } = await fetchFile(reportId, 'pdf');
    expect(bytes.toString()).toContain('month report');
    expect(String(headers['content-disposition'])).toContain(
      'month%20report%20MADE-1%202026-10-01_2026-10-31.pdf',
    );
  });

  it('is shown as a document without the tables of the workbook', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId));
    const { body } = await t.send('GET', `/analysis/report/document/${reportId}`, { token });
    const { sections } = body['data'] as { sections: { key: string; tables: JsonRow[] }[] };
    expect(sections.map(({ key }) => key)).toEqual(['summary', 'statistics']);
    expect(sections.flatMap(({ tables }) => tables.map(({ key }) => key))).toEqual(['plain', 'plain']);
  });

  it('is made in each language, with the files that were asked for', async () => {
    const ids = await ask(t, token, wantSite(siteId, { languages: ['zh', 'fr'], withWorkbook: false }));
    expect(ids).toHaveLength(2);
    await makeWaiting(t);
    const rows = await Promise.all(ids.map(read));
    expect(rows.map(({ language }) => language)).toEqual(['zh', 'fr']);
    for (const { files } of rows) expect((files as JsonRow[]).map(({ format }) => format)).toEqual(['pdf']);
  });

  it('fails with its reason when the subject has been removed, and is not tried again', async () => {
    const gone = await addSite(t, { mn: 'MADE-GONE' });
    const [reportId = 0] = await ask(t, token, wantSite(gone));
    await t.app.pool.query('delete from site where site_id = $1', [gone]);
    expect(await makeWaiting(t)).toBe(1);
    const { body } = await t.send('GET', `/analysis/report/${reportId}?lang=fr_FR`, { token });
    expect(body['data']).toMatchObject({
      state: 'failed',
      attempts: 1,
      subjectName: 'MADE-GONE',
      problem: expect.stringContaining('a été supprimé'),
    });
    expect(await makeWaiting(t)).toBe(0);
  });

  it('fails when whoever asked has lost the right, whatever they could when asking', async () => {
    await addPerson(t, 'asker', [{ permissions: ['analysis:report:add'] }]);
    const [reportId = 0] = await ask(t, await t.login('asker', personPassword), wantSite(siteId));
    await t.app.pool.query(`update sys_user set status = '1' where user_name = 'asker'`);
    await makeWaiting(t);
    expect(await read(reportId)).toMatchObject({ state: 'failed', problem: errorText('report.no_rights') });
  });

  it('is tried three times after faults of the program, and once more when somebody asks for it', async () => {
    useMaker(t, { renderPdf: () => Promise.reject(new Error('broken')) });
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    expect(await makeWaiting(t)).toBe(1);
    expect(await read(reportId)).toMatchObject({ state: 'waiting', attempts: 1 });
    t.clock.advance(2);
    expect(await makeWaiting(t)).toBe(1);
    t.clock.advance(6);
    expect(await makeWaiting(t)).toBe(1);
    expect(await read(reportId)).toMatchObject({
      state: 'failed',
      attempts: 3,
      problem: errorText('report.failed'),
    });
    useMaker(t);
    const retry = () => t.send('PUT', '/analysis/report/retry', { token, json: { reportIds: [reportId] } });
    expect((await retry()).body.code).toBe(200);
    await makeWaiting(t);
    expect(await read(reportId)).toMatchObject({ state: 'done', attempts: 1 });
    expect((await retry()).body.msg).toBe(errorText('report.not_failed'));
  });

  it('is tried again after the PDF has failed, but not after an error that people have to settle', async () => {
    useMaker(t, { makeDocument: () => Promise.reject(new AppError('report.subject_gone')) });
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    await makeWaiting(t);
    expect(await read(reportId)).toMatchObject({ state: 'failed', attempts: 1 });
    useMaker(t, { renderPdf: () => Promise.reject(new AppError('report.pdf_failed')) });
    const [second = 0] = await ask(t, token, wantSite(siteId));
    await makeWaiting(t);
    expect(await read(second)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('can be removed while it is made: nothing comes back', async () => {
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    useMaker(t, {
      async makeDocument(request) {
        await t.send('DELETE', `/analysis/report/${reportId}`, { token });
        return makeTestDocument(request);
      },
    });
    await makeWaiting(t);
    expect(await listReportRows(t, token)).toEqual([]);
    const { rows } = await t.app.pool.query('select * from report_file');
    expect(rows).toEqual([]);
  });
});

describe('two workers', () => {
  it('make each report once', async () => {
    const ids = await ask(t, token, wantSite(siteId, { languages: ['zh', 'en', 'fr'] }));
    let made = 0;
    useMaker(t, {
      async makeDocument(request) {
        made += 1;
        return plainMaker.makeDocument(request);
      },
    });
    const second = await openTestApp({}, { connection: t.connection });
    useMaker(second, t.services.reports);
    await Promise.all([makeWaiting(t), makeWaiting(second), makeWaiting(t), makeWaiting(second)]);
    await second.close();
    expect(made).toBe(ids.length);
    const rows = await Promise.all(ids.map(read));
    expect(rows.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
      ids.map(() => ({ state: 'done', attempts: 1 })),
    );
  });

  it('take over what a dead one has begun as soon as its heartbeat is stale, and not before', async () => {
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    const now = t.clock.now();
    const claim = '00000000-0000-4000-8000-000000000001';
    await claimReport(t.app.db, claim, { now, staleBefore: new Date(now.getTime() - 60_000) });
    expect(await read(reportId)).toMatchObject({ state: 'making', attempts: 1 });
    expect(await makeWaiting(t)).toBe(0);
    t.clock.advance(1.1);
    expect(await makeWaiting(t)).toBe(1);
    expect(await read(reportId)).toMatchObject({ state: 'done', attempts: 2 });
    // The dead one wakes up: what it has made is dropped.
    const document = await t.app.pool.query('select document from report_document where report_id = $1', [
      reportId,
    ]);
    const late = { document: Object(document), reportName: 'late', files: [], dataMark: '', madeAt: now };
    expect(await finishReport(t.app.db, { reportId, claim }, late)).toBe(false);
    expect(await read(reportId)).toMatchObject({ reportName: 'month report' });
  });

  it('give a report back at once when their process stops', async () => {
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    const stopping = new AbortController();
    useMaker(t, {
      makeDocument() {
        stopping.abort();
        return new Promise(() => undefined);
      },
    });
    await makeNextReport(t.app, t.services.reports, stopping.signal);
    expect(await read(reportId)).toMatchObject({ state: 'waiting', attempts: 0 });
    useMaker(t);
    await makeWaiting(t);
    expect(await read(reportId)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('give up on a report that ends its process again and again', async () => {
    const [reportId = 0] = await ask(t, token, wantSite(siteId));
    for (const digit of [1, 2, 3]) {
      const now = t.clock.now();
      const staleBefore = new Date(now.getTime() - 60_000);
      await claimReport(t.app.db, `00000000-0000-4000-8000-00000000000${digit}`, { now, staleBefore });
      t.clock.advance(1.1);
    }
    expect(await makeWaiting(t)).toBe(0);
    expect(await read(reportId)).toMatchObject({
      state: 'failed',
      attempts: 3,
      problem: errorText('report.interrupted'),
    });
  });
});
