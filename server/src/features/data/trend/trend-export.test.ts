import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalTime } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { wrapFile } from '../../../testing/upload.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../../analysis/analysis.fixture.ts';
import { packetKind } from '../../reading/reading.ts';

let test: TestApp;
let token: string;
let [paris, beijing] = [0, 0];
const [from] = dayBounds('2026-11-09', 'Asia/Shanghai');
const [, to] = dayBounds('2026-11-11', 'Europe/Paris');

async function storeDays(siteId: number, zone: string, values: Record<string, number>) {
  for (const [day, value] of Object.entries(values)) {
    const [start, end] = dayBounds(day, zone);
    const kind = packetKind.hour;
    await storeSteps(test, {
      siteId,
      zone,
      from: start,
      to: end,
      step: HOUR_MS,
      kind,
      values: () => [value],
    });
  }
}

const exportLines = async (query: object) => {
  const asked = { channels: ['PM2.5'], granularity: 'day', from, to, ...query };
  return readExportedLines(test, token, '/data/trend/export?lang=en', asked);
};

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-13T08:00:00Z');
  token = await test.login();
  paris = await addSite(test, { mn: 'EXPORT-P', zone: 'Europe/Paris' });
  beijing = await addSite(test, { mn: 'EXPORT-B' });
  await storeDays(paris, 'Europe/Paris', { '2026-11-09': 10, '2026-11-10': 11, '2026-11-11': 12 });
  await storeDays(beijing, 'Asia/Shanghai', { '2026-11-09': 20, '2026-11-10': 21, '2026-11-11': 22 });
  await rollUp(test);
  // A publication is labelled by the end of its hour.
  const time = formatLocalTime(Date.parse('2026-11-10T03:00:00+08:00'), 'Asia/Shanghai');
  const file = `time,station_code,station_name,city,pm2_5\n${time},1001A,东四,北京市,30`;
  const upload = wrapFile(Buffer.from(file), 'file', 'hours.csv');
  await test.send('POST', '/analysis/nationalControl/importData', { token, ...upload });
});
afterAll(() => test.close());

describe('the export of days', () => {
  it.each([
    ['first', () => [paris, beijing], ['10,20,', '11,21,', '12,22,']],
    ['last', () => [beijing, paris], ['20,10,', '21,11,', '22,12,']],
  ])('has one row for each date of the sites, Paris %s', async (_, siteIds, values) => {
    const lines = await exportLines({ siteIds: siteIds() });
    expect(lines[0]).toMatch(/^\uFEFF?Day,/);
    expect(lines.slice(1)).toEqual(
      values.map((pair, n) => `2026-11-${String(9 + n).padStart(2, '0')},${pair}`),
    );
  });

  it('beside hours of an official station begins each day on the clock of its site', async () => {
    const lines = await exportLines({ siteIds: [paris, beijing], references: ['1001A'] });
    expect(lines[0]).toMatch(/^\uFEFF?Time,/);
    expect(lines.slice(1).map((line) => line.split(','))).toEqual([
      ['2026-11-09 00:00', 'UTC+08:00', '', '20', '', ''],
      ['2026-11-09 00:00', 'UTC+01:00', '10', '', '', ''],
      ['2026-11-10 00:00', 'UTC+08:00', '', '21', '', ''],
      ['2026-11-10 02:00', 'UTC+08:00', '', '', '30', ''],
      ['2026-11-10 00:00', 'UTC+01:00', '11', '', '', ''],
      ['2026-11-11 00:00', 'UTC+08:00', '', '22', '', ''],
      ['2026-11-11 00:00', 'UTC+01:00', '12', '', '', ''],
    ]);
  });
});

describe('a query of official stations alone', () => {
  it('is exported on the clock of the publications', async () => {
    const lines = await exportLines({ references: ['1001A'], granularity: 'hour' });
    expect(lines[0]).toContain('Time (Asia/Shanghai)');
    expect(lines.slice(1)).toEqual(['2026-11-10 02:00,UTC+08:00,30']);
  });

  it('has lines without any site', async () => {
    const path = `/data/trend?channels=PM2.5&granularity=hour&from=${from}&to=${to}`;
    const { body } = await test.send('GET', `${path}&references=1001A`, { token });
    expect(body).toMatchObject({
      code: 200,
      data: { series: [], references: [{ code: '1001A', count: 1 }] },
    });
    const none = await test.send('GET', `${path}&lang=en`, { token });
    expect(none.body).toMatchObject({ code: 500, field: 'siteIds' });
  });
});
