import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import type { ReportDocument, ReportTable } from '@limpid/contract/report/document';
import { reportSections } from '@limpid/contract/report/report-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../../analysis/analysis.fixture.ts';
import { packetKind } from '../../reading/reading.ts';
import { makeReportDocument, type ReportRequest } from './make-document.ts';

let test: TestApp;
let token: string;
let [first, second] = [0, 0];
const zone = 'Asia/Shanghai';
const october = { kind: 'month', first: '2026-10-01', last: '2026-10-31' } as const;

/** Hours of days, with a value that follows the day. */
async function storeDays(
  siteId: number,
  [from, to]: readonly [string, string],
  shift: number,
): Promise<void> {
  const start = dayBounds(from, zone)[0];
  await storeSteps(test, {
    siteId,
    from: start,
    to: dayBounds(to, zone)[1],
    step: HOUR_MS,
    kind: packetKind.hour,
    values: (at) => {
      const day = Math.floor((at - start) / DAY_MS);
      return [20 + shift + day, 40 + shift + 2 * day, 8, 30, 0.6 + day / 100, 60 + day];
    },
  });
}

const make = (request: Partial<ReportRequest>): Promise<ReportDocument> =>
  makeReportDocument(
    { ...test.app, air: test.services.airHours },
    {
      subject: { kind: 'site', siteId: first },
      period: october,
      language: 'en',
      sections: reportSections,
      scope: { all: true },
      asOf: test.clock.now(),
      ...request,
    },
  );

const findSection = ({ sections }: ReportDocument, key: string) => sections.find((one) => one.key === key);
const findTable = (document: ReportDocument, key: string): ReportTable | undefined =>
  document.sections.flatMap(({ tables }) => tables).find((one) => one.key === key);
const column = (table: ReportTable | undefined, title: string) => {
  const at = table?.columns.findIndex((one) => one.title === title) ?? -1;
  return table?.rows.map((row) => row[at]);
};

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-02T03:00:00Z');
  token = await test.login();
  first = await addSite(test, { mn: 'first', interval: 3600 });
  second = await addSite(test, { mn: 'second', interval: 3600 });
  await test.app.pool.query(
    `update site set entity_id = (select entity_id from site where site_id = $1) where site_id = $2`,
    [first, second],
  );
  await storeDays(first, ['2026-10-01', '2026-10-31'], 0);
  // Added in the middle of the month.
  await storeDays(second, ['2026-10-20', '2026-10-31'], 100);
  await rollUp(test);
});
afterAll(() => test.close());

describe('the report of a site', () => {
  it('has the figures of the calendar', async () => {
    const document = await make({});
    const { body } = await test.send('GET', `/analysis/calendar?siteId=${first}&period=2026-10`, { token });
    const calendar = body['data'] as {
      days: { day: string; aqi: number | null }[];
      totals: { levels: number[]; aqi: number };
    };
    const days = findTable(document, 'days');
    expect(column(days, 'AQI')).toEqual(calendar.days.map(({ aqi }) => aqi));
    expect(column(findTable(document, 'levels'), 'Days')).toEqual(calendar.totals.levels);
    expect(document.title).toBe('Monthly air-quality report');
    expect(document.subtitle).toBe('first, October 2026');
  });

  it('has statistics by HJ 663', async () => {
    const table = findTable(await make({}), 'statistics');
    // Days are 20 to 50 and 40 to 100; the percentiles of CO and O3 follow the rank 1 + 30 · p / 100.
    const values = Object.fromEntries(
      (table?.rows ?? []).map(([pollutant, , , value]) => [pollutant, value]),
    );
    expect(values).toEqual({
      'PM2.5': { value: 35, decimals: 1 },
      PM10: { value: 70, decimals: 1 },
      SO2: { value: 8, decimals: 1 },
      NO2: { value: 30, decimals: 1 },
      CO: { value: 0.88, decimals: 2 },
      O3: { value: 87, decimals: 1 },
    });
    expect(column(table, 'Valid days')).toEqual([31, 31, 31, 31, 31, 31]);
  });

  it('leaves out sections that do not apply, and names those without content', async () => {
    const document = await make({});
    expect(document.sections.map(({ key }) => key)).toEqual([
      'summary',
      'statistics',
      'exceedances',
      'levels',
      'days',
      'completeness',
      'method',
    ]);
    expect(findSection(document, 'method')?.paragraphs.at(-1)).toContain('Alarms');
  });

  it('says what an empty month is', async () => {
    const document = await make({ period: { kind: 'month', first: '2026-09-01', last: '2026-09-30' } });
    expect(document.warnings).toEqual(['Nothing was stored for this period.']);
    expect(document.sections.map(({ key }) => key)).toEqual(['summary', 'method']);
  });

  it('is preliminary while its period runs', async () => {
    const document = await make({ period: { kind: 'month', first: '2026-11-01', last: '2026-11-30' } });
    expect(document.warnings[0]).toContain('1 Nov 2026');
  });

  it.each(['zh', 'fr'] as const)('has no key of a text in %s', async (language) => {
    const text = JSON.stringify(await make({ language, subject: await entitySubject() }));
    expect(text).not.toMatch(/reportDocument\.|\{\{/);
  });
});

const entitySubject = async () => {
  const { rows } = await test.app.pool.query('select entity_id from site where site_id = $1', [first]);
  return { kind: 'entity' as const, entityId: rows[0].entity_id as number };
};

describe('the report of an entity', () => {
  it('ranks its sites as the ranking does, and marks the one that came later', async () => {
    const subject = await entitySubject();
    const document = await make({ subject });
    const { body } = await test.send(
      'GET',
      `/analysis/ranking/table?from=2026-10-01&to=2026-10-31&order=asc&entityId=${subject.entityId}`,
      { token },
    );
    const { rows } = body['data'] as { rows: { siteName: string; rank: number | null; value: number }[] };
    expect(rows.filter(({ rank }) => rank !== null)).toHaveLength(1);
    const sites = findTable(document, 'sites');
    expect(column(sites, 'Site')).toEqual(['first', 'second']);
    expect(sites?.marks).toContainEqual({ row: 1, column: 1, mark: 'Data since 20 Oct 2026' });
    expect(sites?.marks).toContainEqual({ row: 1, column: 2, mark: 'Too few valid days: 12 of 31' });
    expect(findTable(document, 'siteDays')).toMatchObject({ detail: true });
    expect(findTable(document, 'siteDays')?.rows).toHaveLength(31 + 12);
  });

  it('has the mean of the valid sites; one that came later leaves the days before it valid', async () => {
    const days = findTable(await make({ subject: await entitySubject() }), 'days');
    const particles = column(days, 'PM2.5');
    expect(particles?.[0]).toBe(20);
    // Halves are rounded to the even neighbour: (39 + 120) / 2 = 79.5.
    expect(particles?.[19]).toBe(80);
    expect(days?.marks.filter(({ mark }) => mark.startsWith('Too few'))).toEqual([]);
  });

  it('is refused outside the scope', async () => {
    const scope: Scope = { all: false, userId: 9, deptIds: [], subtreeOf: null, self: false };
    await expect(make({ subject: await entitySubject(), scope })).rejects.toThrow();
  });
});
