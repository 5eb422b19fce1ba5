import { dayBounds } from '@limpid/contract/local-time';
import type { ReportDocument } from '@limpid/contract/report/document';
import { reportSections } from '@limpid/contract/report/report-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { setClock } from '../../analysis/analysis.fixture.ts';
import { makeReportDocument } from './make-document.ts';

let test: TestApp;
const [from, to] = [dayBounds('2024-02-01', 'Asia/Shanghai')[0], dayBounds('2024-03-01', 'Asia/Shanghai')[0]];

/** Stations of a city in February of a leap year; the last one has published its first ten days only. */
beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-02T03:00:00Z');
  await test.app.pool.query(
    `insert into reference_station (station_code, station_name, province, city, facts_of)
     select 'S' || n, 'Station ' || n, '浙江', '杭州', now() from generate_series(1, 4) n`,
  );
  await test.app.pool.query(
    `insert into reference_reading (station_code, release_time, pm25, pm10, so2, no2, o3, co)
     select 'S' || n, at + interval '1 hour', 30 + 10 * n, 50 + 10 * n, 8, 30, 80, 0.7
     from generate_series(1, 4) n,
       generate_series($1::timestamptz, $2::timestamptz - interval '1 hour', interval '1 hour') at
     where n < 4 or at < $1::timestamptz + interval '10 days'`,
    [new Date(from), new Date(to)],
  );
});
afterAll(() => test.close());

const make = (city: string): Promise<ReportDocument> =>
  makeReportDocument(
    { ...test.app, air: test.services.airHours },
    {
      subject: { kind: 'city', province: '浙江', city },
      period: { kind: 'month', first: '2024-02-01', last: '2024-02-29' },
      language: 'en',
      sections: reportSections,
      // Reference stations belong to no department.
      scope: { all: false, userId: 9, deptIds: [], subtreeOf: null, self: false },
      asOf: test.clock.now(),
    },
  );

describe('the report of a city', () => {
  it('has the mean of its stations on each day of a leap February', async () => {
    const { sections } = await make('杭州');
    const table = (key: string) => sections.flatMap(({ tables }) => tables).find((one) => one.key === key);
    const days = table('days');
    expect(days?.rows).toHaveLength(29);
    // Four stations have 40 to 70, three of them 40 to 60 from the eleventh day on.
    expect(days?.rows[0]?.slice(0, 2)).toEqual(['2024-02-01', 55]);
    expect(days?.rows[28]?.slice(0, 2)).toEqual(['2024-02-29', 50]);
    const [particles] = table('statistics')?.rows ?? [];
    // (10 · 55 + 19 · 50) / 29 = 51.724…, by HJ 663-2013 without decimals.
    expect(particles?.[3]).toEqual({ value: 52, decimals: 0 });
    expect(table('sites')?.rows.map(([, name]) => name)).toEqual([1, 2, 3, 4].map((n) => `Station ${n}`));
    expect(table('sites')?.marks.filter(({ mark }) => mark.includes('10 of 29'))).toHaveLength(6);
  });

  it('has no section that only own sites have, and does not miss them', async () => {
    const { sections } = await make('杭州');
    expect(sections.map(({ key }) => key)).toEqual([
      'summary',
      'statistics',
      'exceedances',
      'levels',
      'days',
      'sites',
      'method',
    ]);
    expect(sections.at(-1)?.paragraphs.join(' ')).not.toContain('Alarms');
  });

  it('is refused for a city without stations', async () => {
    await expect(make('Nowhere')).rejects.toMatchObject({ key: 'report.subject_gone' });
  });
});
