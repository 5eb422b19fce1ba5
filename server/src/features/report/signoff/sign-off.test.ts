import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { ask, type JsonRow, makeOne, plainMaker, readReport, useMaker, wantSite } from '../report.fixture.ts';

let t: TestApp;
let token: string;
let reviewer: string;
let publisher: string;
let siteId: number;

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  siteId = await addSite(t, { mn: 'SIGN-1' });
  await addPerson(t, 'reviewer', [{ permissions: ['analysis:report:list', 'analysis:report:review'] }]);
  await addPerson(t, 'publisher', [{ permissions: ['analysis:report:list', 'analysis:report:publish'] }]);
  await t.app.pool.query(`update sys_user set nick_name = '李审核' where user_name = 'reviewer'`);
  await t.app.pool.query(`update sys_user set nick_name = '王发布' where user_name = 'publisher'`);
  reviewer = await t.login('reviewer', personPassword);
  publisher = await t.login('publisher', personPassword);
});
afterAll(() => t.close());
beforeEach(async () => {
  useMaker(t);
  await t.app.pool.query('delete from report');
});

const send = (step: string, person: string, reportIds: number[]) =>
  t.send('PUT', `/analysis/report/${step}`, { token: person, json: { reportIds } });

/** Signs reports and waits for the outcome. */
async function sign(step: string, person: string, reportIds: number[]): Promise<JsonRow> {
  const { body } = await send(step, person, reportIds);
  if (body.code !== 200) throw new Error(body.msg);
  const { id } = body['data'] as { id: string };
  const work = async () =>
    (await t.send('GET', `/common/work/${id}`, { token: person })).body['data'] as JsonRow;
  await soon(work).toMatchObject({ state: 'done' });
  return (await work())['report'] as JsonRow;
}

const readPdf = async (reportId: number) =>
  (await t.send('GET', `/analysis/report/file/${reportId}/pdf`, { token })).bytes;
const check = (code: string, lang = 'zh_CN') =>
  t.send('GET', `/report/check/${encodeURIComponent(code)}?lang=${lang}`);

async function publish(reportId: number): Promise<string> {
  await sign('review', reviewer, [reportId]);
  await sign('publish', publisher, [reportId]);
  return String((await readReport(t, token, reportId))['checkCode']);
}

describe('signing', () => {
  it('goes from draft over reviewed to published, with names and times', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId));
    expect(await sign('review', reviewer, [reportId])).toEqual({ signed: 1, refused: [] });
    expect(await readReport(t, token, reportId)).toMatchObject({
      signOff: 'reviewed',
      reviewer: '李审核',
      publisher: null,
      checkCode: null,
    });
    expect(await sign('publish', publisher, [reportId])).toEqual({ signed: 1, refused: [] });
    const row = await readReport(t, token, reportId);
    expect(row).toMatchObject({ signOff: 'published', reviewer: '李审核', publisher: '王发布' });
    expect(row['publishedAt']).toMatch(/^2026-11-18 18:/);
    expect(row['checkCode']).toMatch(/^([0-9A-Z]{5}-){5}[0-9A-Z]$/);
  });

  it('makes the PDF once more from the stored document, with names and code on it', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId, { languages: ['fr'] }));
    const draft = await readPdf(reportId);
    useMaker(t, { makeDocument: () => Promise.reject(new Error('the data is not read again')) });
    await t.app.pool.query(
      `update sys_config set config_value = 'https://air.example/' where config_key = 'report.address'`,
    );
    await t.app.parameters.clear();
    const code = await publish(reportId);
    const pdf = JSON.parse((await readPdf(reportId)).toString()) as { document: { facts: JsonRow[] } };
    expect(pdf.document.facts).toEqual([
      { label: 'Vérifié par', value: expect.stringMatching(/^李审核 · 2026-11-18 18:/) },
      { label: 'Publié par', value: expect.stringMatching(/^王发布 · 2026-11-18 18:/) },
      { label: 'Code de contrôle', value: code },
      { label: 'Contrôle en ligne', value: `https://air.example/report/check/${code}` },
    ]);
    expect(JSON.parse(draft.toString())).toMatchObject({ document: { facts: [] } });
    // The stored document stays as it was.
    const { body } = await t.send('GET', `/analysis/report/document/${reportId}`, { token });
    expect(body['data']).toMatchObject({ facts: [] });
  });

  it('needs a permission for each step', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId));
    expect((await send('review', publisher, [reportId])).body.code).toBe(403);
    expect((await send('publish', reviewer, [reportId])).body.code).toBe(403);
  });

  it('refuses what is in another state, all or nothing', async () => {
    const [done, other] = [
      await makeOne(t, token, wantSite(siteId)),
      await makeOne(t, token, wantSite(siteId)),
    ];
    const [waiting = 0] = await ask(t, token, wantSite(siteId));
    const sheet = await makeOne(t, token, wantSite(siteId, { withPdf: false }));
    await sign('review', reviewer, [done]);
    const refusal = async (step: string, person: string, ids: number[]) =>
      (await send(step, person, ids)).body.msg;
    expect(await refusal('review', reviewer, [other, done])).toBe(errorText('report.not_draft'));
    expect(await refusal('publish', publisher, [other])).toBe(errorText('report.not_reviewed'));
    await t.app.pool.query(`update report set state = 'waiting' where report_id = $1`, [waiting]);
    expect(await refusal('review', reviewer, [waiting])).toBe(errorText('report.not_done'));
    expect(await refusal('review', reviewer, [sheet])).toBe(
      errorText('report.no_pdf', { name: 'month report' }),
    );
    expect(await refusal('review', reviewer, [999_999])).toBe(errorText('scope.denied'));
    expect(await readReport(t, token, other)).toMatchObject({ signOff: 'draft' });
  });

  it('lets one of two people review a report at the same time', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId));
    const { promise: bothBegun, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    useMaker(t, {
      async renderPdf(given) {
        begun += 1;
        if (begun === 2) resolve();
        await bothBegun;
        return plainMaker.renderPdf(given);
      },
    });
    const outcomes = await Promise.all([
      sign('review', reviewer, [reportId]),
      sign('review', token, [reportId]),
    ]);
    expect(outcomes.map(({ signed }) => signed).toSorted()).toEqual([0, 1]);
    const refused = outcomes.flatMap((one) => one['refused'] as JsonRow[]);
    expect(refused).toEqual([{ reportId, problem: errorText('report.not_draft') }]);
  });

  it('keeps a published report from being removed, and only that', async () => {
    const [published, draft] = [
      await makeOne(t, token, wantSite(siteId)),
      await makeOne(t, token, wantSite(siteId)),
    ];
    await publish(published);
    const remove = async (ids: number[]) =>
      (await t.send('DELETE', `/analysis/report/${ids.join()}`, { token })).body;
    expect(await remove([draft, published])).toMatchObject({
      code: 601,
      msg: errorText('report.published', { name: 'month report' }),
    });
    expect(await remove([draft])).toMatchObject({ code: 200 });
  });
});

describe('the check of a code', () => {
  it('shows title, period and hash of the published PDF to anybody, and nothing else', async () => {
    const reportId = await makeOne(t, token, wantSite(siteId));
    const code = await publish(reportId);
    const { body } = await check(code);
    expect(body['data']).toEqual({
      title: 'month report',
      period: 'month',
      first: '2026-10-01',
      last: '2026-10-31',
      sha256: hash('sha256', await readPdf(reportId), 'hex'),
    });
    expect((await check(code.toLowerCase().replaceAll('-', ' '))).body.code).toBe(200);
  });

  it('knows no other codes, in three languages', async () => {
    await makeOne(t, token, wantSite(siteId));
    for (const code of ['0', 'x'.repeat(26), '00000-00000-00000-00000-00000-0', '../../x', '%', "'--"])
      expect((await check(code)).body).toMatchObject({ code: 500, msg: errorText('report.check_unknown') });
    expect((await check('nothing', 'en_US')).body.msg).toContain('No published report');
    expect((await check('nothing', 'fr_FR')).body.msg).toContain('Aucun rapport');
    expect((await check('x'.repeat(65))).body.code).toBe(500);
  });

  it('is limited by address', async () => {
    const limited = await openTestApp({}, { connection: t.connection, limited: true });
    const codes = [];
    for (let n = 0; n < 32; n += 1) codes.push((await limited.send('GET', '/report/check/X')).body.code);
    await limited.close();
    expect(codes.slice(0, 30).every((code) => code === 500)).toBe(true);
    expect(codes.at(-1)).toBe(429);
  });
});
