import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { HOUR_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { testHour } from '../../testing/clock.ts';
import { errorText } from '../../testing/error-text.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { makeUpload, wrapFile } from '../../testing/upload.ts';
import { timeBaselineWrite } from './baseline-write.fixture.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const path = '/analysis/nationalControl';
const label = 'analysis.nationalControl.fields.releaseTime';
const readings = makeResourceClient(t, path, token);

/** The columns of the national network's archive, with some that are unknown here. */
const head =
  'time,station_code,station_name,city,longitude,latitude,aqi,primary_pollutant,pm2_5,pm2_5_24h,pm10,so2,no2,co,o3_1h,o3_8h';
const send = async (lines: string[], update = false, heading = head) => {
  const upload = wrapFile(Buffer.from([heading, ...lines].join('\n')), 'file', 'hours.csv');
  return (await t.send('POST', `${path}/importData?updateSupport=${update}`, { token, ...upload })).body;
};
const stored = async () =>
  (await t.app.pool.query('select * from reference_reading order by station_code, hour')).rows;
const stations = async () =>
  (await t.app.pool.query('select * from reference_station order by station_code')).rows;

describe('a publication', () => {
  const plain =
    '2026-04-15 08:00:00,1001A,万寿西宫,北京市,116.3611,39.8786,105,颗粒物(PM10),57,52,131,5,69,1.0,32,70';

  it('is imported unchanged; its time is the end of the hour', async () => {
    expect((await send([plain]))['data']).toEqual({ added: 1, updated: 0, failed: [] });
    expect(await stored()).toMatchObject([
      { hour: '2026-04-15 07:00:00', release_time: '2026-04-15 08:00:00' },
    ]);
    expect(await readings.list('?stationName=万寿')).toMatchObject([
      {
        stationCode: '1001A',
        releaseTime: '2026-04-15 08:00:00',
        city: '北京市',
        stationName: '万寿西宫',
        longitude: 116.3611,
        latitude: 39.8786,
        aqi: 105,
        level: '3',
        primaryPollutant: 'PM10',
        pm25: 57,
        pm10: 131,
        so2: 5,
        no2: 69,
        o3: 32,
        co: 1,
        createBy: 'admin',
      },
    ]);
  });

  it('that is repeated changes nothing, and a corrected one is applied on request', async () => {
    const [before] = await stored();
    const reason = errorText('reference.exists', { station: '1001A 万寿西宫', time: '2026-04-15 08:00:00' });
    const again = (await send([plain]))['data'];
    expect(again).toMatchObject({ added: 0, updated: 0, failed: [{ line: 2, reason }] });
    expect(await stored()).toEqual([before]);
    const changed = plain.replace(',105,颗粒物(PM10),57', ',110,—,58');
    expect((await send([changed], true))['data']).toMatchObject({ updated: 1, failed: [] });
    expect(await stored()).toMatchObject([{ aqi: 110, pm25: 58, reading_id: before?.reading_id }]);
    expect((await send([plain], true))['data']).toMatchObject({ updated: 1 });
    expect((await stored())[0]).toMatchObject({ aqi: 105, primary_pollutant: 'PM10' });
    expect((await stations())[0]?.update_time).toBeNull();
  });

  it('can write midnight as 24:00 or as 00:00 of the next day', async () => {
    const line = (time: string) => `${time},2001A,夜,甲市,120,30,,,10,,20,1,2,0.1,3,`;
    const report = (await send([line('2026-04-14 24:00'), line('2026/4/15 0:00')]))['data'];
    expect(report).toMatchObject({ added: 1, failed: [{ line: 3, name: '夜' }] });
    expect((await stored()).at(-1)).toMatchObject({ hour: '2026-04-14 23:00:00', aqi: 20, level: '1' });
  });

  it('without values is stored without values', async () => {
    const line = '2026-04-15 08:00:00,1002A,定陵,北京市,116.2202,40.2915,NA,—,—,,NA,,,,,';
    expect((await send([line]))['data']).toMatchObject({ added: 1 });
    const [row] = await readings.list('?stationCode=1002A');
    expect(row).toMatchObject({ aqi: null, level: null, primaryPollutant: null, pm25: null, co: null });
  });

  it('has its invalid rows reported, and the others imported', async () => {
    const line = (code: string, changes: Record<number, string>) =>
      ['2026-04-15 08:00', code, '丙', '乙市', '118', '32', '', '', '20', '', '30', '4', '5', '0.5', '60', '']
        .map((cell, at) => changes[at] ?? cell)
        .join();
    const { data } = await send([
      line('3001A', {}),
      line('3002A', { 0: 'noon' }),
      line('3003A', { 0: '2026-04-15 08:30' }),
      line('3004A', { 0: '2126-04-15 08:00' }),
      line('3005A', { 0: '' }),
      line('', {}),
      line('3007A', { 4: '216.4' }),
      line('3008A', { 5: '' }),
      line('3009A', { 7: '灰尘' }),
      line('3010A', { 8: '-4' }),
      line('3011A', { 8: 'many' }),
      line('3012A', { 8: '<3' }),
      line('3013A', { 6: '1200', 10: '10001' }),
    ]);
    type Line = { line: number; reason: string };
    const { added, failed, partly } = data as { added: number; failed: Line[]; partly: Line[] };
    expect(added).toBe(5);
    expect(failed.map(({ line: at }) => at)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    // An invalid value does not discard the others of its row.
    expect(partly.map(({ line: at }) => at)).toEqual([11, 12, 14]);
    const field = (name: string) => `analysis.nationalControl.fields.${name}`;
    expect(partly.map(({ reason }) => reason)).toEqual([
      errorText('field.min_value', { label: field('pm25'), limit: 0 }),
      errorText('field.type', { label: field('pm25') }),
      [
        errorText('field.max_value', { label: field('aqi'), limit: 999 }),
        errorText('field.max_value', { label: field('pm10'), limit: 10_000 }),
      ].join('; '),
    ]);
    expect((await readings.list('?stationCode=3011A'))[0]).toMatchObject({ pm25: null, pm10: 30 });
    expect((await readings.list('?stationCode=3013A'))[0]).toMatchObject({ pm25: 20, pm10: null });
    expect(failed.map(({ reason }) => reason).slice(0, 4)).toEqual([
      errorText('field.date', { label }),
      errorText('reference.whole_hour', { label }),
      errorText('reference.future', { label }),
      errorText('field.required', { label }),
    ]);
    expect(failed[6]?.reason).toBe(errorText('coordinate.pair'));
    expect((await readings.list('?stationCode=3012A'))[0]).toMatchObject({ pm25: 1.5 });
    expect((await stations()).map((row) => row.station_code)).not.toContain('3008A');
  });

  it('is refused for an hour that has not ended', async () => {
    const line = (end: number) =>
      `${formatLocalTime(end, 'Asia/Shanghai')},4001A,丁,丙市,118,32,,,20,,30,4,5,0.5,60,`;
    const report = (await send([line(testHour), line(testHour + HOUR_MS)]))['data'];
    const reason = errorText('reference.future', { label });
    expect(report).toMatchObject({ added: 1, failed: [{ line: 3, reason }] });
    await t.app.pool.query("delete from reference_reading where station_code = '4001A'");
  });

  it('must have stations and hours', async () => {
    expect((await send(['1,2'], false, 'aqi,pm2_5')).code).toBe(500);
    const body = await send(['1001A,2026-04-15 09:00,良'], false, 'StationCode,TimePoint,Quality');
    expect(body['data']).toMatchObject({ added: 1 });
    const [row] = await readings.list('?stationCode=1001A');
    expect(row).toMatchObject({ stationName: '万寿西宫', longitude: 116.3611, level: '2', aqi: null });
  });

  it('updates the coordinates of its station, unless it is older', async () => {
    const at = (time: string, name: string) =>
      send([`${time},1001A,${name},116.5,39.5`], false, 'time,station_code,name,lng,lat');
    await at('2026-04-15 10:00', '新址');
    await at('2026-04-15 07:00', '旧址');
    expect((await stations())[0]).toMatchObject({ station_name: '新址', longitude: 116.5, city: '北京市' });
  });

  it('can be a workbook, and an export can be imported', async () => {
    const upload = await makeUpload(
      ['站点编码', '发布时间', '站点名称', '污染等级', '首要污染物', 'PM2.5 (µg/m³)'],
      [['4001A', '2026-04-15 08:00:00', '丁', '重度污染', 'PM2.5', 180]],
    );
    const { body } = await t.send('POST', `${path}/importData`, { token, ...upload });
    expect(body['data']).toMatchObject({ added: 1 });
    const before = await stored();
    const { bytes } = await t.send('POST', `${path}/export?lang=fr`, { token });
    const back = await t.send('POST', `${path}/importData?updateSupport=1`, { token, ...wrapFile(bytes) });
    expect(back.body['data']).toMatchObject({ added: 0, updated: before.length, failed: [] });
    const facts = (rows: typeof before) => rows.map(({ update_by: _, update_time: __, ...row }) => row);
    expect(facts(await stored())).toEqual(facts(before));
  });
});

describe('the list', () => {
  it('is searched by code, name, city, level and time, newest first', async () => {
    const codes = async (query: string) => (await readings.list(query)).map((row) => row['stationCode']);
    expect(await codes('?level=5')).toEqual(['4001A']);
    expect(await codes('?city=甲')).toEqual(['2001A']);
    expect(await codes('?beginTime=2026-04-15 09:00:00&endTime=2026-04-15 09:30:00')).toEqual(['1001A']);
    expect((await codes('?stationName=新'))[0]).toBe('1001A');
    const times = (await readings.list('?pageSize=100')).map((row) => String(row['releaseTime']));
    expect(times).toEqual(times.toSorted().reverse());
    const down = await codes('?orderByColumn=stationCode&isAsc=descending');
    expect(down[0]).toBe('4001A');
  });

  it('is readable for operators and viewers, who cannot change it', async () => {
    await addPerson(t, 'watcher', [{ permissions: ['analysis:nationalControl:list'] }]);
    const watcher = await t.login('watcher', personPassword);
    const codeOf = async (method: string, below: string) =>
      (await t.send(method, path + below, { token: watcher })).body.code;
    expect(await codeOf('GET', '/list')).toBe(200);
    expect(await codeOf('POST', '/importData')).toBe(403);
    expect(await codeOf('POST', '/export')).toBe(403);
    expect(await codeOf('DELETE', '/1')).toBe(403);
    expect(await codeOf('PUT', '')).toBe(404);
    await addPerson(t, 'stranger', [{ permissions: ['system:post:list'] }]);
    const stranger = await t.login('stranger', personPassword);
    expect((await t.send('GET', `${path}/list`, { token: stranger })).body.code).toBe(403);
    const { rows } = await t.app.pool.query(
      `select distinct role_id from sys_role_menu join sys_menu using (menu_id) where perms = 'analysis:nationalControl:list' and role_id < 100 order by 1`,
    );
    expect(rows.map((row) => row.role_id)).toEqual([2, 3]);
  });

  it('does not contain removed hours', async () => {
    const [row] = await readings.list('?stationCode=4001A');
    expect((await readings.send('DELETE', `/${row?.['readingId']}`)).code).toBe(200);
    expect(await readings.list('?stationCode=4001A')).toEqual([]);
  });
});

describe('two imports at once', () => {
  /** More rows than two batches of an import. */
  const count = 10_080;
  const line = (code: number, hour: number, value: number) =>
    `2026-04-15 ${String(hour).padStart(2, '0')}:00,R${code},名,市,120,30,,,${value},,20,1,2,0.1,3,`;
  const rows = (value: number) =>
    Array.from({ length: count }, (_, at) => line(Math.floor(at / 24), at % 24, value));
  /** Imports like the console: in the background, with a report. */
  const start = async (lines: string[]) => {
    const upload = wrapFile(Buffer.from([head, ...lines].join('\n')), 'file', 'hours.csv');
    const { body } = await t.send('POST', `${path}/importWork?updateSupport=true`, { token, ...upload });
    const { id } = body['data'] as { id: string };
    const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
    // Thousands of rows take longer on a busy machine.
    await expect
      .poll(async () => (await read()).state, { timeout: 120_000, interval: 50 })
      .not.toBe('running');
    return read();
  };

  it('in opposite orders both report every row', async () => {
    const ends = await Promise.all([start(rows(10)), start(rows(20).toReversed())]);
    expect(ends.map(({ state, problem }) => [state, problem])).toEqual([
      ['done', null],
      ['done', null],
    ]);
    const reports = ends.map(({ report }) => report as { added: number; updated: number; failed: unknown[] });
    expect(reports.map(({ added, updated }) => added + updated)).toEqual([count, count]);
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(count);
    expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
    expect(ends.map(({ done, total }) => [done, total])).toEqual([
      [count, count],
      [count, count],
    ]);
    await t.app.pool.query(`delete from reference_reading where station_code like 'R%'`);
  });
});

const folder = new URL('../../../../../shared/data/air/', import.meta.url);
/** `npm run soak` imports complete files. */
const isWhole = process.env['WHOLE_FILES'] === 'on';

const rowsOfDay = 38_424;
/** Below this load at least one of two cores is idle. */
const quietLoad = 1;
/** Ratio of an import to the baseline write; 4.5 to 8.2 were measured at a load of 16. */
const mostRatio = 20;

describe('a file of the national network', () => {
  for (const name of [
    'cnemc_national_24h_2026-04-15.csv.gz',
    'cnemc_national_24h_2025-04-12.csv.gz',
    'cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15.csv.gz',
    'cnemc_shanghai_guangzhou_chengdu_hourly_2025-06.csv.gz',
  ]) {
    const file = new URL(name, folder);
    const note = existsSync(file) ? '' : ' (skipped: no ../shared beside the repository)';
    it.skipIf(note)(`is imported row by row: ${name}${note}`, { timeout: 600_000 }, async () => {
      await t.app.pool.query('truncate reference_reading cascade');
      const [heading = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split(/\r?\n/);
      // Every two hundredth row covers all cases quickly.
      const some = isWhole ? lines : lines.filter((_, at) => at % 200 === 0);
      const [load = 0] = loadavg();
      const [started, before] = [performance.now(), process.cpuUsage()];
      const { data } = await send(some, false, heading);
      if (isWhole) {
        const elapsed = (performance.now() - started) / 1000;
        const busy = (process.cpuUsage(before).user / 1e6).toFixed(1);
        const bare = await timeBaselineWrite(t.app.pool);
        const ratio = (elapsed / bare).toFixed(1);
        process.stdout.write(
          `${name}: ${some.length} rows in ${elapsed.toFixed(1)} s, ${busy} s of them at work; bare COPY and upsert ${bare.toFixed(2)} s, ratio ${ratio}; load before ${load.toFixed(1)}\n`,
        );
        // A busy machine slows both the import and the baseline.
        expect.soft(elapsed / bare).toBeLessThan(mostRatio);
        // The limit is per day of the network on an idle machine.
        if (load < quietLoad) expect.soft(elapsed).toBeLessThan(5 * Math.max(1, some.length / rowsOfDay));
      }
      expect(data).toEqual({ added: some.length, updated: 0, failed: [] });
      const columns = heading.split(',');
      const fields = {
        aqi: 'aqi',
        pm2_5: 'pm25',
        pm10: 'pm10',
        so2: 'so2',
        no2: 'no2',
        co: 'co',
        o3_1h: 'o3',
      };
      const rows = new Map((await stored()).map((row) => [`${row.station_code} ${row.release_time}`, row]));
      const wrong = some.filter((line) => {
        const cells = line.replace(/"[^"]*"/g, '').split(',');
        const row = rows.get(`${cells[1]} ${cells[0]}`);
        return Object.entries(fields).some(([column, field]) => {
          const text = cells[columns.indexOf(column)] ?? '';
          // A missing index is computed from the values.
          if (text === '') return column !== 'aqi' && row?.[field] !== null;
          return Math.abs(row?.[field] - Number(text)) > 1e-6 * Number(text);
        });
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    });
  }
});
