import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../../analysis/analysis.fixture.ts';
import { packetKind } from '../../reading/reading.ts';
import { type JsonRow, makeOne, readReport, wantSite } from '../report.fixture.ts';

let t: TestApp;
let token: string;
let siteId: number;

beforeAll(async () => {
  t = await openTestApp();
  setClock(t, '2026-11-02T03:00:00Z');
  token = await t.login();
  siteId = await addSite(t, { mn: 'REAL-1', interval: 3600 });
  await storeSteps(t, {
    siteId,
    from: dayBounds('2026-10-01', 'Asia/Shanghai')[0],
    to: dayBounds('2026-10-31', 'Asia/Shanghai')[1],
    step: HOUR_MS,
    kind: packetKind.hour,
    values: () => [20, 40, 8, 30, 0.6, 60],
  });
  await rollUp(t);
});
afterAll(() => t.close());

it('is made from stored readings as PDF and workbook, by the shipped template', async () => {
  const wanted = wantSite(siteId, { sections: undefined, templateId: 2, languages: ['zh'] });
  const reportId = await makeOne(t, token, wanted);
  const row = await readReport(t, token, reportId);
  expect(row).toMatchObject({ state: 'done', problem: null });
  const fetchFile = async (format: string) =>
    (await t.send('GET', `/analysis/report/file/${reportId}/${format}`, { token })).bytes;
  expect((await fetchFile('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await fetchFile('xlsx')).subarray(0, 2).toString()).toBe('PK');
  const sizes = (row['files'] as JsonRow[]).map(({ size }) => Number(size));
  for (const size of sizes) expect(size).toBeLessThan(1024 * 1024);
  const { body } = await t.send('GET', `/analysis/report/document/${reportId}`, { token });
  const { sections } = body['data'] as { sections: JsonRow[] };
  expect(sections.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['summary', 'statistics', 'days', 'method']),
  );
});
