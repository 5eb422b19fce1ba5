import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { wrapFile } from '../../../testing/upload.ts';
import { rollUp, storeSteps } from '../../analysis/analysis.fixture.ts';

let test: TestApp;
let admin: string;
let siteId: number;
const zone = 'Asia/Shanghai';
const start = Math.floor(testNow / HOUR_MS) * HOUR_MS - 10 * HOUR_MS;
const range = `from=${start}&to=${start + 6 * HOUR_MS}`;

beforeAll(async () => {
  test = await openTestApp();
  admin = await test.login();
  siteId = await addSite(test, { mn: 'TREND-R' });
  await storeSteps(test, {
    siteId,
    from: start,
    to: start + 6 * HOUR_MS,
    step: MINUTE_MS,
    values: () => [20, 40],
  });
  await rollUp(test);
  // A publication is labelled by the end of its hour; the third hour was not published.
  const hours = [0, 1, 3].map(
    (hour) =>
      `${formatLocalTime(start + (hour + 1) * HOUR_MS, zone)},1001A,东四,北京市,${30 + hour},,0.${hour}`,
  );
  const file = ['time,station_code,station_name,city,pm2_5,pm10,co', ...hours].join('\n');
  const upload = wrapFile(Buffer.from(file), 'file', 'hours.csv');
  const { body } = await test.send('POST', '/analysis/nationalControl/importData', {
    token: admin,
    ...upload,
  });
  expect(body['data']).toMatchObject({ added: 3, failed: [] });
});
afterAll(() => test.close());

describe('reference stations', () => {
  it('are lines of hours labelled by their start, for published pollutants only', async () => {
    const path = `/data/trend?siteIds=${siteId}&channels=PM2.5,CO,TEM&granularity=minute&${range}&references=1001A`;
    const { body } = await test.send('GET', path, { token: admin });
    const { references } = body['data'] as { references: object[] };
    const station = { code: '1001A', name: '东四', city: '北京市', zone, granularity: 'hour', step: HOUR_MS };
    const ts = [0, 1, 2, 3].map((hour) => start + hour * HOUR_MS);
    expect(references).toEqual([
      { ...station, channel: 'PM2.5', count: 3, ts, values: [30, 31, null, 33] },
      { ...station, channel: 'CO', count: 3, ts, values: [0, 0.1, null, 0.3] },
    ]);
  });

  it('are in the unit of the channel, which is recognised by its code of HJ 212', async () => {
    const { body } = await test.send('GET', '/basic/channel/list?channelCode=CO', { token: admin });
    const [channel] = (body['rows'] as Record<string, unknown>[]).filter(
      ({ channelCode }) => channelCode === 'CO',
    );
    const edit = async (json: object) => {
      const edited = await test.send('PUT', '/basic/channel', { token: admin, json });
      expect(edited.body).toMatchObject({ code: 200 });
      await test.ingest.directory.refresh();
    };
    const read = async (code: string) => {
      const path = `/data/trend?siteIds=${siteId}&channels=${code}&granularity=hour&${range}&references=1001A`;
      return (await test.send('GET', path, { token: admin })).body['data'];
    };
    await edit({ ...channel, channelCode: 'CO-2', unit: 'µg/m³' });
    expect(await read('CO-2')).toMatchObject({
      references: [{ channel: 'CO-2', values: [0, 100, null, 300] }],
    });
    expect(await exportLines(['CO-2'])).toMatchObject([
      expect.stringContaining('(µg/m³)'),
      expect.stringMatching(/,0,$/),
      expect.stringMatching(/,100,$/),
      expect.stringMatching(/,300,$/),
    ]);
    await edit({ ...channel, unit: 'counts' });
    expect(await read('CO')).toMatchObject({ references: [] });
    await edit({ ...channel });
  });

  it('can be found by name, city and code, by those who may open the screen', async () => {
    const find = async (search: string, token = admin) =>
      (await test.send('GET', `/data/reference/choice?permission=data:trend:list&${search}`, { token })).body;
    for (const search of ['search=东四', 'search=北京', 'search=001a', 'codes=1001A'])
      expect((await find(search))['data']).toEqual({
        stations: [{ code: '1001A', name: '东四', city: '北京市' }],
        total: 1,
      });
    expect((await find('search=%25'))['data']).toEqual({ stations: [], total: 0 });
    await addPerson(test, 'nobody', [{ permissions: ['data:history:list'], dataScope: '1' }]);
    const token = await test.login('nobody', personPassword);
    expect(await find('search=1', token)).toMatchObject({ code: 403 });
  });
});

/** The lines of the exported file, the heading first. */
async function exportLines(channels: readonly string[]): Promise<string[]> {
  const { body } = await test.send('POST', '/data/trend/export?lang=en', {
    token: admin,
    json: {
      siteIds: [siteId],
      channels,
      granularity: 'hour',
      from: start,
      to: start + 6 * HOUR_MS,
      references: ['1001A'],
      points: 50,
      format: 'csv',
    },
  });
  const { id } = body['data'] as { id: string };
  const read = async () => (await test.send('GET', `/common/work/${id}`, { token: admin })).body['data'];
  await soon(read).toMatchObject({ state: 'done' });
  const { bytes } = await test.send('GET', `/common/work/${id}/file`, { token: admin });
  return bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
}

describe('the export of a trend', () => {
  it('has a row for each moment with every value', async () => {
    const lines = await exportLines(['PM2.5', 'PM10']);
    expect(lines[0]).toContain('Time (Asia/Shanghai)');
    expect(lines[0]).toContain('TREND-R (TREND-R) · ');
    expect(lines[0]).toContain('东四 (reference)');
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(1))).toEqual([
      ['UTC+08:00', '20', '40', '30', '', ''],
      ['UTC+08:00', '20', '40', '31', '', ''],
      ['UTC+08:00', '20', '40', '', '', ''],
    ]);
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(formatLocalTime(start, zone));
  });
});

describe('markers', () => {
  it('are corrections of the chosen sites and channels, joined by request', async () => {
    const ask = async (more: string) =>
      (await test.send('GET', `/data/trend/markers?siteIds=${siteId}&${range}&${more}`, { token: admin }))
        .body['data'] as { markers: object[] };
    expect(await ask('channels=PM2.5')).toEqual({ markers: [], isComplete: true });
    const changes = [0, 1, 2].map((minute) => ({
      ts: start + minute * MINUTE_MS,
      channel: 'PM2.5',
      value: null,
    }));
    const json = { siteId, granularity: 'minute', reason: 'filter changed', changes };
    const done = await test.send('PUT', '/data/history', { token: admin, json });
    expect(done.body).toMatchObject({ code: 200 });
    expect(await ask('channels=PM2.5')).toMatchObject({
      markers: [
        {
          kind: 'correction',
          siteId,
          channel: 'PM2.5',
          from: start,
          to: start + 2 * MINUTE_MS,
          count: 3,
          text: 'filter changed',
          by: 'admin',
        },
      ],
    });
    expect((await ask('channels=PM10')).markers).toEqual([]);
    expect((await ask('index=us')).markers).toMatchObject([{ channel: 'PM2.5', ofIndex: true }]);
    expect((await ask('index=us&channels=TEM')).markers).toHaveLength(1);
    const { body } = await test.send('GET', `/data/trend/markers?siteIds=${siteId}&${range}`, {
      token: admin,
    });
    expect(body).toMatchObject({ code: 500, field: 'channels' });
  });

  it('are neither undone corrections nor their undoing; what is corrected again is one', async () => {
    const place = (minute: number) => ({ ts: start + minute * MINUTE_MS, channel: 'PM2.5' });
    const json = { siteId, granularity: 'minute', reason: 'moved back' };
    const read = async () => {
      const path = `/data/trend/markers?siteIds=${siteId}&${range}&channels=PM2.5`;
      const { body } = await test.send('GET', path, { token: admin });
      return (body['data'] as { markers: { count: number; text: string }[] }).markers;
    };
    const undo = async (minutes: number[]) => {
      const changes = minutes.map(place);
      const { body } = await test.send('POST', '/data/history/undo', {
        token: admin,
        json: { ...json, changes },
      });
      expect(body).toMatchObject({ code: 200 });
    };
    await undo([1]);
    expect(await read()).toMatchObject([
      { count: 2, text: 'filter changed', from: start, to: start + 2 * MINUTE_MS },
    ]);
    await undo([0, 2]);
    expect(await read()).toEqual([]);
    const again = { ...json, reason: 'again', changes: [{ ...place(1), value: 4 }] };
    await test.send('PUT', '/data/history', { token: admin, json: again });
    expect(await read()).toMatchObject([{ count: 1, text: 'again' }]);
    await undo([1]);
  });

  it('are calibrations: changes of the coefficients, not what a site has begun with', async () => {
    const set = (minute: number, k: number) =>
      test.app.pool.query(
        `insert into site_coefficient (site_id, channel_id, since, k, b, update_by)
         select $1, channel_id, $2, $3::float8, 0, 'admin' from basic_channel where channel_code = 'PM10'`,
        [siteId, new Date(start + minute * MINUTE_MS), k],
      );
    for (const [minute, k] of [
      [-5, 1],
      [1, 1],
      [3, 1.05],
      [4, 1.05],
    ] as const)
      await set(minute, k);
    const { body } = await test.send('GET', `/data/trend/markers?siteIds=${siteId}&${range}&channels=PM10`, {
      token: admin,
    });
    const since = start + 3 * MINUTE_MS;
    expect(body['data']).toEqual({
      markers: [
        {
          kind: 'calibration',
          siteId,
          channel: 'PM10',
          ofIndex: true,
          from: since,
          to: since,
          at: since,
          count: 0,
          by: 'admin',
          text: 'K = 1.05, B = 0',
        },
      ],
      isComplete: true,
    });
  });
});
