import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '../../platform/db/transaction.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { addSite } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { rollUp, setClock, storeSteps } from './analysis.fixture.ts';
import { replaceUnusual } from './unusual/unusual.store.ts';

let test: TestApp;
const midnight = Date.parse('2026-11-07T16:00Z');
const range = `from=${midnight}&to=${midnight + 24 * HOUR_MS}`;
/** Departments 100 ─ 110 ─ 111 and 100 ─ 120; all callers belong to 110. */
const departments = [100, 110, 111, 120];
/** The number of hours with data of a site. */
const amounts = { empty: 0, partial: 6, full: 24 };

interface Site {
  siteId: number;
  deptId: number;
  hours: number;
}
const sites: Site[] = [];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  await addDepartment(test, 110, 100, [0, 100]);
  await addDepartment(test, 111, 110, [0, 100, 110]);
  await addDepartment(test, 120, 100, [0, 100]);
  for (const deptId of departments) {
    for (const [name, hours] of Object.entries(amounts)) {
      const siteId = await addSite(test, { mn: `${name}-${deptId}`, deptId, interval: 1200 });
      sites.push({ siteId, deptId, hours });
      const to = midnight + hours * HOUR_MS;
      await storeSteps(test, { siteId, from: midnight, to, step: 1_200_000, values: () => [30] });
    }
  }
  await correctValues();
  await markUnusual();
  await rollUp(test);
});
afterAll(() => test.close());

/** Corrects every value, so that markers and the log of changes reveal how many values a site has. */
async function correctValues(): Promise<void> {
  const token = await test.login();
  const periods = [{ from: midnight, to: midnight + 24 * HOUR_MS }];
  const ranges = sites.filter(({ hours }) => hours > 0);
  const json = {
    ranges: ranges.map(({ siteId }) => ({ siteId, channels: ['PM2.5'], periods })),
    reason: 'zero drift',
    value: 31,
  };
  expect((await test.send('PUT', '/data/history/range', { token, json })).body.code).toBe(200);
}

/** The value of an unusual site is its number of hours. */
async function markUnusual(): Promise<void> {
  const judged = sites.map(({ siteId, hours }) => {
    const bounds = { usual: 1, lower: 0, upper: 2, count: 7, strength: 5, days: [] };
    const reason = { channelId: 1, kind: 'aboveUsual' as const, value: hours, ...bounds };
    return { siteId, hour: midnight, shortHistory: false, reason };
  });
  const run = { hour: midnight, computedAt: midnight };
  await transact(test.app.pool, (connection) => replaceUnusual(connection, judged, run));
}

type Values = Record<string, object>;
interface Row {
  siteId: number;
  values: Values;
  counted: number;
  received: number;
  value: number;
  count: number;
}

/** Reads the amount of data of a site from a row of each list. */
const lists: [string, (row: Row) => number, (hours: number) => number][] = [
  [
    '/data/realtime/list?pageSize=100',
    ({ values }) => Object.keys(values).length,
    (hours) => (hours ? 1 : 0),
  ],
  [
    '/analysis/ranking?granularity=day&from=2026-11-08&channel=PM2.5&limit=100',
    ({ counted }) => counted,
    (hours) => (hours >= 20 ? 1 : 0),
  ],
  ['/data/completeness?from=2026-11-08&pageSize=100', ({ received }) => received, (hours) => hours * 3],
  [
    '/analysis/ranking/table?from=2026-11-08&channel=PM2.5&pageSize=100',
    ({ counted }) => counted,
    (hours) => (hours >= 20 ? 1 : 0),
  ],
  ['/analysis/realtime?pageSize=100', ({ value }) => value, (hours) => hours],
  [
    '/analysis/distribution/sites?channel=PM2.5&from=2026-11-08&statistic=mean',
    ({ count }) => count,
    (hours) => hours,
  ],
];

interface ResponseBody {
  rows: object[];
  series: { ts: number[] }[];
  days: { hours: number }[];
  hours: { values: Values }[];
  members: { box: { count: number } | null }[];
  period: { hours: number };
  sites: { counts: number[] }[];
  markers: { count: number }[];
}

/** Three values an hour. */
const toHours = (values: number) => values / 3;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
/** Some endpoints answer with a list. */
const listOf = <T>(response: ResponseBody) => response as unknown as T[];

/** Another site of the same department. */
function twinOf(id: number): number | undefined {
  const deptId = sites.find(({ siteId }) => siteId === id)?.deptId;
  return sites.find((site) => site.deptId === deptId && site.siteId !== id)?.siteId;
}

/** Reads the number of hours from the response about one site. */
const details: [(siteId: number) => string, (response: ResponseBody) => number | undefined][] = [
  [
    (id) => `/data/history/list?siteId=${id}&granularity=hour&channels=PM2.5&${range}`,
    ({ rows }) => rows.length,
  ],
  [
    (id) => `/data/trend?siteIds=${id}&granularity=hour&channels=PM2.5&${range}`,
    ({ series }) => series[0]?.ts.length,
  ],
  [
    (id) => `/data/trend?siteIds=${id}&granularity=hour&index=europe&${range}`,
    ({ series }) => series[0]?.ts.length,
  ],
  [
    (id) => `/analysis/contrast?siteIds=${id}&siteIds=${twinOf(id)}&index=europe&granularity=hour&${range}`,
    ({ members: [member] }) => member?.box?.count ?? 0,
  ],
  [(id) => `/analysis/rose?siteId=${id}&index=europe&${range}`, ({ hours }) => Number(hours)],
  [(id) => `/analysis/trend?siteId=${id}&index=europe&from=2026-11-08`, ({ period }) => period.hours],
  [(id) => `/analysis/calendar?siteId=${id}&period=2026-11&channel=PM2.5`, ({ days }) => days[7]?.hours],
  [
    (id) => `/analysis/calendar/day?siteId=${id}&day=2026-11-08&channels=PM2.5`,
    ({ hours }) => hours.filter(({ values }) => 'PM2.5' in values).length,
  ],
  [
    (id) => `/analysis/contrast?siteIds=${id}&siteIds=${twinOf(id)}&channel=PM2.5&granularity=hour&${range}`,
    ({ members: [member] }) => member?.box?.count ?? 0,
  ],
  [(id) => `/analysis/distribution?siteId=${id}&channel=PM2.5&from=2026-11-08`, ({ hours }) => Number(hours)],
  [(id) => `/analysis/rose?siteId=${id}&channel=PM2.5&${range}`, ({ hours }) => Number(hours)],
  [(id) => `/analysis/trend?siteId=${id}&channel=PM2.5&from=2026-11-08`, ({ period }) => period.hours],
  [
    (id) => `/analysis/distribution/levels?siteIds=${id}&channel=PM2.5&from=2026-11-08`,
    (data) => sumOf(data.sites[0]?.counts ?? []),
  ],
  [
    (id) => `/data/history/rows?siteIds=${id}&granularity=hour&channels=PM2.5&pageSize=100&${range}`,
    ({ rows }) => rows.length,
  ],
  [
    (id) => `/data/history/statistics?siteIds=${id}&granularity=hour&channels=PM2.5&${range}`,
    (data) => listOf<{ count: number }>(data)[0]?.count,
  ],
  [
    (id) => `/data/completeness/days?siteIds=${id}&from=2026-11-08`,
    (data) => toHours(listOf<{ days: { received: number }[] }>(data)[0]?.days[0]?.received ?? 0),
  ],
  [
    (id) => `/data/trend/markers?siteIds=${id}&channels=PM2.5&${range}`,
    ({ markers }) => toHours(sumOf(markers.map(({ count }) => count))),
  ],
  [
    (id) => `/data/history/changes?siteId=${id}&channel=PM2.5&${range}`,
    (data) => toHours(listOf(data).length),
  ],
];

const permissions = [
  'data:realtime:list',
  'data:history:list',
  'data:trend:list',
  'data:completeness:list',
  'analysis:ranking:list',
  'analysis:realtime:list',
  'analysis:calendar:list',
  'analysis:rose:list',
  'analysis:trend:list',
  'analysis:contrast:list',
  'analysis:distribution:list',
];

describe.each([
  { dataScope: '1', deptIds: [], reaches: departments },
  { dataScope: '2', deptIds: [120], reaches: [120] },
  { dataScope: '3', deptIds: [], reaches: [110] },
  { dataScope: '4', deptIds: [], reaches: [110, 111] },
  { dataScope: '5', deptIds: [], reaches: [] },
])('data scope $dataScope', ({ dataScope, deptIds, reaches }) => {
  let token: string;
  const isReached = ({ deptId }: Site) => reaches.includes(deptId);

  beforeAll(async () => {
    await addPerson(test, `scope ${dataScope}`, [{ permissions, dataScope, deptIds }], 110);
    token = await test.login(`scope ${dataScope}`, personPassword);
  });

  it.each(lists)('returns from %s the sites within reach with all their data', async (path, read, of) => {
    const { body } = await test.send('GET', path, { token });
    const { rows: inData, sites: measured } = Object(body['data']) as { rows?: Row[]; sites?: Row[] };
    const rows = (body['rows'] ?? inData ?? measured) as Row[];
    const found = rows.map((row): [number, number] => [row.siteId, read(row)]);
    const expected = sites
      .filter(isReached)
      .map(({ siteId, hours }): [number, number] => [siteId, of(hours)]);
    expect(new Map(found)).toEqual(new Map(expected));
  });

  it.each(details)('describes only a site within reach (%#)', async (ask, read) => {
    for (const site of sites) {
      const { body } = await test.send('GET', ask(site.siteId), { token });
      if (isReached(site)) expect(read(body['data'] as ResponseBody)).toBe(site.hours);
      else expect([body.code, body['data']]).toEqual([403, undefined]);
    }
  });
});

it('refuses callers without the permission', async () => {
  await addPerson(test, 'nobody', [{ permissions: ['data:realtime:list'] }]);
  const token = await test.login('nobody', personPassword);
  for (const path of [...lists.slice(1).map(([path]) => path), ...details.map(([ask]) => ask(1))])
    expect((await test.send('GET', path, { token })).body.code).toBe(403);
});

describe('responses that carry readings', () => {
  /** The endpoints below these paths are checked, except those without readings in their response. */
  const areas =
    /^\/(data|analysis|map)\/(?!nationalControl|reference|nearestReferences|audit\/(?:lock|packet))/;
  const withoutReadings = new Set([
    '/map/indices',
    '/map/references',
    '/map/references/hours',
    '/data/realtime/counts',
    '/data/completeness',
    '/data/completeness/days',
    '/data/completeness/recent',
    '/data/history/changes',
    '/data/trend/markers',
    '/data/query/list',
    '/data/site/choice',
    '/data/site/choice/entity',
    '/data/site/choice/map',
    '/data/reference/choice',
    // Published data of authorities, which are not readings.
    '/analysis/national',
    '/analysis/national/hours',
    // Reports round their figures to decimals and have tests of their own.
    '/analysis/reportTemplate/list',
    '/analysis/reportTemplate/:id',
    '/analysis/reportTemplate/optionselect',
    '/analysis/reportPlan/list',
    '/analysis/reportPlan/:id',
    '/analysis/report/cities',
    '/analysis/report/channels',
    '/analysis/report/deliveries/:id',
    '/analysis/report/document/:id',
    '/analysis/report/editions/:id',
    '/analysis/report/list',
    '/analysis/report/:id',
    '/analysis/report/export',
    // Flags of data rules have tests of their own.
    '/data/audit/hours',
    // The name of a file.
    '/data/audit/export',
    '/data/backfill/export',
    '/data/backfill/gaps',
    '/data/backfill/list',
    '/data/reissue/list',
    '/data/reissue/target',
  ]);
  const span = () => {
    const to = test.clock.now().getTime();
    return `from=${to - 40 * HOUR_MS}&to=${to}`;
  };
  const questions = (site: number): Record<string, string[]> => ({
    '/data/realtime/list': ['pageSize=50'],
    '/data/audit/list': [''],
    '/data/history/list': ['minute', 'five', 'hour', 'day'].map(
      (step) => `siteId=${site}&granularity=${step}&raw=true&${span()}`,
    ),
    '/data/history/rows': ['minute', 'five', 'hour', 'day'].map(
      (step) => `siteIds=${site}&channels=PM2.5,CO&granularity=${step}&${span()}`,
    ),
    '/data/history/statistics': ['minute', 'hour', 'day'].map(
      (step) => `siteIds=${site}&channels=PM2.5,CO&granularity=${step}&${span()}`,
    ),
    '/analysis/ranking/table': ['by=site', 'by=entity', 'by=group'].map(
      (by) => `${by}&channel=PM2.5&from=2026-11-07&to=2026-11-08&compareFrom=2026-11-06`,
    ),
    '/analysis/realtime': [''],
    '/data/trend': ['minute', 'five', 'hour', 'day'].map(
      (step) => `siteIds=${site}&channels=PM2.5,CO,O3,TEM&granularity=${step}&${span()}`,
    ),
    '/analysis/ranking': [
      'granularity=hour',
      'granularity=hour&channel=CO',
      'granularity=day&channel=PM2.5',
      'granularity=day&channel=O3&from=2026-11',
      'granularity=day&from=2026-11',
    ],
    '/analysis/calendar': ['PM2.5', 'CO'].map((code) => `siteId=${site}&period=2026-11&channel=${code}`),
    '/analysis/calendar/day': [`siteId=${site}&day=2026-11-08`],
    '/analysis/contrast': [
      `siteIds=${site}&siteIds=${sites[0]?.siteId}&channel=PM2.5&granularity=hour&${span()}`,
    ],
    '/analysis/distribution': [`siteId=${site}&channel=PM2.5&from=2026-11`],
    '/analysis/distribution/sites': ['mean', 'p50', 'p90', 'p98', 'share&above=1'].map(
      (statistic) => `channel=PM2.5&from=2026-11&statistic=${statistic}`,
    ),
    '/analysis/distribution/levels': [`siteIds=${site}&from=2026-11`],
    '/analysis/trend': ['PM2.5', 'CO'].map((code) => `siteId=${site}&channel=${code}&from=2026-11`),
    '/analysis/rose': [`siteId=${site}&channel=PM2.5&${span()}`],
    '/data/realtime/hours': [
      `siteIds=${site}`,
      `siteIds=${site}&channel=PM2.5`,
      `siteIds=${site}&channel=CO`,
    ],
    '/map/sites': [''],
    '/map/hours': ['', 'index=us', 'channel=PM2.5', 'channel=CO'],
    '/map/site': [`siteId=${site}`],
    '/map/hourAgo': ['', 'index=us', 'channel=PM2.5', 'channel=CO'],
    '/map/flags': ['', 'index=us', 'channel=PM2.5', 'channel=CO'],
  });

  let siteId: number;

  beforeAll(async () => {
    siteId = await addSite(test, { mn: 'noisy', interval: 60 });
    const to = test.clock.now().getTime();
    const values = (at: number) => {
      const third = ((at / MINUTE_MS) % 7) / 3;
      return [0.1 + 0.2 + third, 100 / 3, 20 / 7, 0.1 * 3, 0.7 + 0.1 + third, 88.8 + third];
    };
    const from = to - 40 * HOUR_MS;
    await storeSteps(test, { siteId, from, to, step: 120_000, kind: packetKind.realtime, values });
    await rollUp(test);
  });

  it('have at most seven significant digits', async () => {
    const token = await test.login();
    const asked = questions(siteId);
    const noisy: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'number') {
        const [, decimals = ''] = String(value).split('.');
        const isShort = value === Number(value.toPrecision(7));
        // Coordinates have five decimals.
        if (!isShort && decimals.length > 5) noisy.push(`${path}: ${value}`);
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, one] of Object.entries(value)) walk(one, `${path}.${key}`);
      }
    };
    for (const [path, queries] of Object.entries(asked)) {
      for (const query of queries) {
        const { body } = await test.send('GET', `${path}?${query}`, { token });
        expect(body, `${path}?${query}`).toMatchObject({ code: 200 });
        walk(body['data'] ?? body['rows'], `${path}?${query}`);
      }
    }
    expect(noisy).toEqual([]);
  });

  it('include every endpoint with readings, so that a new one has to be added here', () => {
    const known = test.app.endpoints
      .filter(({ method, path, reply }) => method === 'GET' && areas.test(path) && reply.as !== 'file')
      .map(({ path }) => path);
    const walked = new Set(Object.keys(questions(1)));
    expect(known.filter((path) => !walked.has(path) && !withoutReadings.has(path))).toEqual([]);
  });
});
