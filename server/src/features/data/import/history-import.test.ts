import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { chinaOffsetMs, DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { makeUpload, wrapFile } from '../../../testing/upload.ts';
import { packetKind } from '../../reading/reading.ts';
import { openRollUp } from '../../rollup/roll-up.ts';
import { importAs, makeCsvUpload, makeMappedUpload } from './history-import.fixture.ts';

let test: TestApp;
let admin: string;
const shared = new URL('../../../../../../shared/data/', import.meta.url);

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  ({ preview, importFile, history } = importAs(test, admin));
});
afterAll(() => test.close());

/** Midnight in China, the given number of days ago. */
const daysAgo = (days: number) =>
  Math.floor((testNow + chinaOffsetMs) / DAY_MS) * DAY_MS - days * DAY_MS - chinaOffsetMs;
/** A moment on the wall clock of China. */
const wall = (ts: number) => new Date(ts + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');

type Requests = ReturnType<typeof importAs>;
let preview: Requests['preview'];
let importFile: Requests['importFile'];
let history: Requests['history'];
const stored = async () =>
  (
    await test.app.pool.query(
      `select (select coalesce(sum(hashtext(r::text)::bigint), 0) from reading r) as loose,
         (select coalesce(sum(hashtext(b::text)::bigint), 0) from reading_block b) as spines,
         (select coalesce(sum(hashtext(v::text)::bigint), 0) from reading_block_value v) as packed,
         (select count(*) from data_log) as log`,
    )
  ).rows[0];

describe('the preview of an import', () => {
  it('finds columns by code, alias and name in three languages, converts units, and stores nothing', async () => {
    const siteId = await addSite(test, { mn: 'IMP-COLUMNS' });
    const start = daysAgo(1);
    const header = [
      '监测时间',
      'PM2.5(µg/m³)',
      'a34002-Avg',
      '二氧化硫',
      'Nitrogen dioxide',
      'Ozone [ppb]',
      '备注',
    ];
    const upload = await makeUpload(header, [[new Date(start + chinaOffsetMs), 1, 2, 3, 4, 5, 'x']]);
    const before = await stored();
    const { data } = await preview(upload, `siteId=${siteId}&granularity=minute`);
    expect(data.columns.map(({ use, channel }) => channel ?? use)).toEqual([
      'moment',
      'PM2.5',
      'PM10',
      'SO2',
      'NO2',
      'O3',
      'ignore',
    ]);
    expect(data.columns[5]).toMatchObject({ unit: 'ppb', unitFrom: 'file', samples: ['5'], problem: null });
    expect(data.columns[2]).toMatchObject({ unit: 'µg/m³', unitFrom: 'channel' });
    expect(data).toMatchObject({
      granularity: 'minute',
      total: 1,
      failed: 0,
      outcomes: { added: 1 },
      rows: [
        { line: 2, siteId, zone: 'Asia/Shanghai', ts: start, values: { 'PM2.5': 1, PM10: 2, O3: 9.809319 } },
      ],
    });
    expect(await stored()).toEqual(before);
  });

  it('names line, column and reason of every bad row, in the language of the user', async () => {
    const siteId = await addSite(test, { mn: 'IMP-BAD', zone: 'Europe/Paris' });
    const hidden = await addSite(test, { mn: 'IMP-HIDDEN', deptId: await makeDepartment() });
    expect(hidden).toBeGreaterThan(0);
    const year = new Date(testNow).getFullYear();
    const upload = makeCsvUpload(
      'mn;时间;PM2.5;PM10',
      `IMP-BAD;${year}-01-05 10:00;1,5;2`,
      `IMP-BAD;${year}-01-05 11:00;high;99999999`,
      `IMP-BAD;05/01/${year} 10:00;7;`,
      `IMP-BAD;2099-01-01 00:00;1;`,
      `IMP-BAD;1999-01-01 00:00;1;`,
      'IMP-BAD;2026-03-29 02:30;1;',
      `IMP-BAD;some day;1;`,
      `IMP-NONE;${year}-01-05 12:00;1;`,
      `IMP-HIDDEN;${year}-01-05 12:00;1;`,
      `IMP-BAD;${year}-01-05 13:20;1;`,
      `IMP-BAD;${year}-01-05 14:00;—;`,
      `;${year}-01-05 15:00;1;`,
    );
    await addPerson(test, 'importer', [{ permissions: ['data:history:import'], dataScope: '3' }], 100);
    const token = await test.login('importer', personPassword);
    const problems = async (language: string) => {
      const { data } = await preview(upload, `granularity=hour&lang=${language}`, token);
      expect([data.total, data.failed, data.rows.length]).toEqual([12, 10, 2]);
      return data.problems;
    };
    const found = await problems('en_US');
    expect(found.map(({ line, column }) => [line, column])).toEqual([
      [3, 'PM2.5'],
      [3, 'PM10'],
      [4, '时间'],
      [5, '时间'],
      [6, '时间'],
      [7, '时间'],
      [8, '时间'],
      [9, 'mn'],
      [10, 'mn'],
      [11, '时间'],
      [12, null],
      [13, 'mn'],
    ]);
    expect(found.map(({ reason }) => reason)).toEqual([
      '“high” is not a number',
      expect.stringContaining('99999999 is outside'),
      'Same time as line 2',
      'The time is in the future',
      'The time is before the retention period',
      expect.stringContaining('does not exist locally (Europe/Paris)'),
      '“some day” is not a time',
      'There is no site “IMP-NONE”, or it is outside your data scope',
      'There is no site “IMP-HIDDEN”, or it is outside your data scope',
      'The time of hourly data must be a full hour',
      'The row has no values',
      'No site is given',
    ]);
    const french = new Set((await problems('fr_FR')).map(({ reason }) => reason));
    expect(found.filter(({ reason }) => french.has(reason))).toEqual([]);
    expect(french.size).toBe(found.length);
    const { data } = await preview(upload, `granularity=hour&siteId=${siteId}&lang=en_US`);
    // The chosen site takes precedence over the column of stations.
    expect(data.problems.map(({ line }) => line)).toEqual([3, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    expect(data.stations.map(({ name, rows, siteId: own }) => [name, rows, own])).toEqual([
      ['IMP-BAD', 9, siteId],
      ['IMP-NONE', 1, siteId],
      ['IMP-HIDDEN', 1, siteId],
    ]);
  });

  it('refuses what is not a table', async () => {
    const { code, msg } = await preview(makeCsvUpload('{"a":1}'));
    expect([code, msg]).toEqual([500, translate('zh', 'errors.sheet.not_a_table')]);
  });

  it.each([
    ['no site', ['time,PM2.5', '2026-01-01 00:00,1'], 'no_site', {}],
    ['daily values', ['mn,time,PM2.5', 'IMP-BAD,2026-01-01,1', 'IMP-BAD,2026-01-02,1'], 'daily', {}],
    ['unknown channels', ['time,Staub', '2026-01-01 00:00,1'], 'no_channels', { headings: 'time, Staub' }],
    ['no times', ['Ort,Staub', 'Nord,1'], 'no_time', { headings: 'Ort, Staub' }],
  ])(
    'shows the columns of a file that cannot be read yet, and nothing is stored: %s',
    async (_, lines, key, params) => {
      const upload = makeCsvUpload(...lines);
      const { data } = await preview(upload);
      const reason = translate('zh', `errors.history_import.${key}`, params);
      expect(data).toMatchObject({ problem: reason, total: 0, rows: [], problems: [] });
      const [headings = '', ...rows] = lines;
      expect(data.columns.map(({ heading }) => heading)).toEqual(headings.split(','));
      expect(data.columns.at(-1)?.samples).toEqual(rows.map((row) => row.split(',').at(-1)));
      const { body } = await test.send('POST', '/data/history/import', { token: admin, ...upload });
      expect([body.code, body.msg]).toEqual([500, reason]);
    },
  );

  it('reads a file with unknown headings as the person maps its columns', async () => {
    const siteId = await addSite(test, { mn: 'IMP-MAPPED' });
    const at = daysAgo(9);
    const lines = ['alpha,beta,gamma', `IMP-MAPPED,${wall(at)},12`, `IMP-MAPPED,${wall(at + HOUR_MS)},14`];
    const { data } = await preview(makeCsvUpload(...lines));
    expect(data.columns.map(({ use }) => use)).toEqual(['ignore', 'moment', 'ignore']);
    const columns = [
      { column: 1, use: 'site' as const },
      { column: 2, use: 'moment' as const },
      { column: 3, use: 'value' as const, channel: 'PM2.5' },
    ];
    const mapped = makeMappedUpload({ ...data.mapping, columns }, lines.join('\n'));
    expect((await preview(mapped)).data).toMatchObject({
      problem: null,
      total: 2,
      failed: 0,
      granularity: 'hour',
    });
    expect(await importFile(mapped)).toMatchObject({ added: 2, failedCount: 0 });
    await openRollUp(test.app, test.ingest.directory).run(true);
    expect(await history(siteId, at, at + 2 * HOUR_MS, 'hour')).toMatchObject([
      { ts: at },
      { ts: at + HOUR_MS },
    ]);
  });

  it.each([
    ['hours', ['2026-03-29 03:00,5', '2026-03-29 04:00,7', '2062-03-29 04:00,6'], [4]],
    ['one time twice', ['2026-03-29 03:00,5', '2026-03-29 03:00,7', '2062-03-29 04:00,6'], [3, 4]],
    ['days, too far apart', ['2026-03-28 00:00,5', '2026-03-29 00:00,7', '2062-03-29 04:00,6'], [2, 3, 4]],
  ])('detects the interval of rows despite one wrong year: %s', async (title, rows, wrong) => {
    const siteId = await addSite(test, { mn: `IMP-YEAR ${title}` });
    const { data } = await preview(makeCsvUpload('time,PM2.5', ...rows), `siteId=${siteId}`);
    expect(data).toMatchObject({ granularity: 'hour', failed: wrong.length });
    expect(data.problems.map(({ line }) => line)).toEqual(wrong);
    const future = translate('zh', 'data.historyImport.problems.future');
    expect(data.problems.at(-1)?.reason).toBe(future);
  });

  it('requires the permission, within the data scope', async () => {
    const siteId = await addSite(test, { mn: 'IMP-REACH', deptId: await makeDepartment() });
    const upload = makeCsvUpload('time,PM2.5', `${wall(daysAgo(1))},1`);
    await addPerson(test, 'importer-2', [{ permissions: ['data:history:import'], dataScope: '3' }], 100);
    await addPerson(test, 'reader-2', [{ permissions: ['data:history:edit', 'data:history:list'] }]);
    for (const name of ['importer-2', 'reader-2']) {
      const token = await test.login(name, personPassword);
      expect((await preview(upload, `siteId=${siteId}`, token)).code).toBe(403);
      const path = `/data/history/import?siteId=${siteId}`;
      expect((await test.send('POST', path, { token, ...upload })).body.code).toBe(403);
    }
  });
});

let departments = 970;
async function makeDepartment(): Promise<number> {
  const id = ++departments;
  await addDepartment(test, id, 100, [100]);
  return id;
}

describe('an import', () => {
  it('stores good rows, old ones directly in blocks, and a repeat changes nothing', async () => {
    const siteId = await addSite(test, { mn: 'IMP-HOURS' });
    const start = daysAgo(40);
    const rows = Array.from({ length: 60 }, (_, n) => `${wall(start + n * HOUR_MS)},${n / 10},${n}`);
    const upload = makeCsvUpload('time,PM2.5,PM10', ...rows, `${wall(start)},9,9`, 'never,1,1');
    const report = await importFile(upload, `siteId=${siteId}`);
    expect(report).toMatchObject({ added: 60, updated: 0, kept: 0, same: 0, failedCount: 2 });
    expect(report.failed.map(({ line }) => line)).toEqual([62, 63]);
    const once = await stored();
    expect(once.loose).toBe('0');
    expect(await importFile(upload, `siteId=${siteId}&replace=true`)).toMatchObject({ added: 0, same: 60 });
    expect(await stored()).toEqual(once);
    await openRollUp(test.app, test.ingest.directory).run(true);
    const hours = await history(siteId, start, start + 60 * HOUR_MS, 'hour');
    expect(hours.map(({ values }) => values['PM2.5']?.value)).toEqual(
      Array.from({ length: 60 }, (_, n) => n / 10),
    );
    expect(hours[0]?.values['PM10']).toMatchObject({ imported: true });
  });

  it.each([
    ['not packed yet', 1],
    ['packed', 6],
  ])('keeps different stored values, or replaces them on request: days %s', async (_, days) => {
    const siteId = await addSite(test, { mn: `IMP-KEEP-${days}` });
    const start = daysAgo(days);
    const kinds = [packetKind.realtime, packetKind.minute] as const;
    await storeTestReadings(
      test,
      kinds.map((kind, n) => {
        const ts = start + n * MINUTE_MS;
        const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
        return { siteId, kind, ts, hour, rank: ts * 2, slots: [1], values: [10], marks: [] };
      }),
    );
    await runTask(test, 'readingTask.pack(3)');
    const lines = [0, 1, 2].map((n) => `${wall(start + n * MINUTE_MS)},20,30`);
    const upload = makeCsvUpload('time,PM2.5,PM10', ...lines);
    const query = `siteId=${siteId}&granularity=minute`;
    expect(await importFile(upload, query)).toMatchObject({ added: 3 });
    const values = async () =>
      (await history(siteId, start, start + 3 * MINUTE_MS)).map((row) => row.values['PM2.5']);
    expect(await values()).toEqual([{ value: 10 }, { value: 10 }, { value: 20, imported: true }]);
    expect((await preview(upload, `${query}&replace=true`)).data.outcomes).toMatchObject({
      replaced: 2,
      same: 1,
    });
    expect(await importFile(upload, `${query}&replace=true`)).toMatchObject({ updated: 2, same: 1 });
    const edited = { value: 20, edited: true, raw: 10 };
    expect(await values()).toEqual([edited, edited, { value: 20, imported: true }]);
    const { body } = await test.send(
      'GET',
      `/data/history/changes?siteId=${siteId}&from=${start}&to=${start + DAY_MS}&lang=en_US`,
      { token: admin },
    );
    expect(body['data']).toMatchObject([
      { before: '10', after: '20', reason: 'Import of the file “rows.csv”', by: 'admin' },
      { before: '10', after: '20' },
    ]);
    await runTask(test, 'readingTask.pack(3)');
    expect(await values()).toEqual([edited, edited, { value: 20, imported: true }]);
  });

  it('keeps a value out of range with a mark, and the other values of its row', async () => {
    const siteId = await addSite(test, { mn: 'IMP-STORM' });
    const start = daysAgo(5);
    const upload = makeCsvUpload(
      'time;PM2.5;PM10',
      `${wall(start)};9000;400`,
      `${wall(start + HOUR_MS)};5;6`,
    );
    const query = `siteId=${siteId}&granularity=hour`;
    const { data } = await preview(upload, `${query}&lang=en_US`);
    expect([data.failed, data.outcomes.added]).toEqual([0, 2]);
    expect(data.problems).toMatchObject([{ line: 2, column: 'PM2.5' }]);
    expect(await importFile(upload, query)).toMatchObject({ added: 2, failedCount: 0, outOfRange: 1 });
    await openRollUp(test.app, test.ingest.directory).run();
    const path = `/data/history/list?${query}&from=${start}&to=${start + 2 * HOUR_MS}&channels=PM2.5,PM10`;
    const { body } = await test.send('GET', path, { token: admin });
    const { rows } = body['data'] as { rows: { values: object }[] };
    expect(rows.map(({ values }) => values)).toMatchObject([
      { 'PM2.5': { value: 5 }, PM10: { value: 6 } },
      { 'PM2.5': { value: null, outOfRange: 9000, imported: true }, PM10: { value: 400 } },
    ]);
    expect(await importFile(upload, `${query}&replace=true`)).toMatchObject({ added: 0, same: 2 });
  });

  it('gives way to what the device sends for the same minute', async () => {
    const siteId = await addSite(test, { mn: 'IMP-LATE' });
    const ts = daysAgo(1);
    await importFile(makeCsvUpload('time,PM2.5', `${wall(ts)},5`), `siteId=${siteId}&granularity=minute`);
    const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
    await storeTestReadings(test, [
      { siteId, kind: packetKind.minute, ts, hour, rank: 0, slots: [1], values: [6], marks: [] },
    ]);
    expect((await history(siteId, ts, ts + MINUTE_MS))[0]?.values['PM2.5']).toEqual({ value: 6 });
  });

  it('reads hours labelled by their end, and both repeated hours if their offsets differ', async () => {
    const siteId = await addSite(test, { mn: 'IMP-PARIS', zone: 'Europe/Paris' });
    const times = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00', '2026-10-25 02:00'];
    const upload = makeCsvUpload('time,PM2.5', ...times.map((time, n) => `${time},${n}`));
    const { data } = await preview(upload, `siteId=${siteId}&granularity=hour&hourLabel=end`);
    expect(data.rows.map(({ ts }) => new Date(ts).toISOString())).toEqual([
      '2026-10-24T23:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
    ]);
    expect(data.problems).toMatchObject([{ line: 4 }]);
  });
});

const folder = new URL('spreadsheets/', shared);
describe.skipIf(!existsSync(folder))('files of other systems', () => {
  const names = ['AirQualityUCI.xlsx', 'password.xls', 'Employee.xls', 'xlsx-corrupted.xlsx'];

  it('are read, or refused with a clear reason', async () => {
    const siteId = await addSite(test, { mn: 'IMP-FILES' });
    const outcomes = await Promise.all(
      names.map(async (name) => {
        const upload = wrapFile(readFileSync(new URL(name, folder)), 'file', name);
        const { code, msg, data } = await preview(upload, `siteId=${siteId}&lang=en_US`);
        const rows = () => data.problem ?? `${data.rows.length} of ${data.total}`;
        return [name, code === 200 ? rows() : msg] as const;
      }),
    );
    const unknown = translate('en', 'errors.system.unknown');
    expect(outcomes.filter(([, msg]) => msg === unknown)).toEqual([]);
    const byName = Object.fromEntries(outcomes);
    expect(byName['AirQualityUCI.xlsx']).toBe('0 of 9357');
    expect(byName['password.xls']).toBe(translate('en', 'errors.sheet.encrypted'));
    expect(byName['xlsx-corrupted.xlsx']).toBe(translate('en', 'errors.sheet.corrupt'));
    expect(byName['Employee.xls']).toMatch(/^No column of times/);
  });

  it('are imported hour by hour from a national network', async () => {
    const file = new URL('air/cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15.csv.gz', shared);
    const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    const siteId = await addSite(test, { mn: '1001A' });
    const own = lines.filter((line) => line.includes(',1001A,')).slice(0, 200);
    const upload = makeCsvUpload(head, ...own);
    const { data } = await preview(upload, 'hourLabel=end');
    expect(data.granularity).toBe('hour');
    expect(data.columns.flatMap(({ channel }) => channel ?? [])).toEqual(
      expect.arrayContaining(['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3']),
    );
    const report = await importFile(upload, 'hourLabel=end');
    expect(report.added + report.failedCount).toBe(own.length);
    expect(report.added).toBeGreaterThan(150);
    expect(data.rows[0]?.siteId).toBe(siteId);
  });
});
