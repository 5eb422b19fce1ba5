import { computeIndex } from '@limpid/aqi/compute-index';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { errorText } from '../../testing/error-text.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { makeUpload } from '../../testing/upload.ts';
import { siteChanged } from '../reading/site-changed.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const channels = makeResourceClient(t, '/basic/channel', token);
const key = ['channelCode', 'channelId'] as const;
const plain = { gbCode: 'z1', channelName: '甲', orderNum: 1 };
const add = (json: Record<string, unknown>) => channels.add({ ...plain, ...json }, key);

describe('a channel', () => {
  it('is added with bands, pairs and aliases, and returned unchanged', async () => {
    const levels = [
      { upTo: 10.5, colour: '#00e400', name: '低', nameEn: 'low', nameFr: 'bas' },
      { upTo: null, colour: '#ff0000', name: '高', nameEn: null, nameFr: null },
    ];
    const pairs = [{ value: 0, desc: '关', descEn: 'off', descFr: null }];
    const given = { channelCode: 'Full', gbCode: 'z9', dataType: 'enum', minValue: -1.5, maxValue: 20 };
    const id = await add({ ...given, levels, pairs, aliases: 'f1， F1 f2', mapDisplay: true, decimals: 2 });
    const row = await channels.get(id);
    expect(row).toMatchObject({ ...given, levels, pairs, aliases: 'f1, f2', mapDisplay: true, decimals: 2 });
    expect((await channels.send('PUT', '', row)).code).toBe(200);
    expect(await channels.get(id)).toEqual(row);
  });

  it('gets the lowest slot that was never used, even after a removal', async () => {
    const first = await add({ channelCode: 'slot-a', gbCode: 'sa' });
    const { slot } = await channels.get(first);
    await channels.send('DELETE', `/${first}`);
    const second = await add({ channelCode: 'slot-b', gbCode: 'sb', slot: 1 });
    expect((await channels.get(second))['slot']).toBe(Number(slot) + 1);
    await channels.send('PUT', '', {
      ...plain,
      channelId: second,
      channelCode: 'slot-b',
      gbCode: 'sb',
      slot: 2,
    });
    expect((await channels.get(second))['slot']).toBe(Number(slot) + 1);
  });

  it.each([
    ['channelCode', { channelCode: 'pm25', gbCode: 'y1' }, 'pm25', '细颗粒物 PM2.5'],
    ['gbCode', { channelCode: 'Y2', gbCode: 'SO2' }, 'SO2', '二氧化硫'],
    ['aliases', { channelCode: 'Y3', gbCode: 'y3', aliases: 'ok, A34004' }, 'A34004', '细颗粒物 PM2.5'],
  ])('rejects a %s of another channel, regardless of case', async (field, given, code, name) => {
    const body = await channels.send('POST', '', { ...plain, ...given });
    expect(body).toMatchObject({ code: 500, field, msg: errorText('channel.code_taken', { code, name }) });
  });

  it.each([
    ['channel.range', { minValue: 5, maxValue: 5 }],
    [
      'channel.levels_order',
      { levels: [5, 4, null].map((upTo) => ({ upTo, colour: '#000000', name: 'x' })) },
    ],
    ['channel.levels_open', { levels: [{ upTo: 5, colour: '#000000', name: 'x' }] }],
    ['channel.levels_open', { levels: [null, null].map((upTo) => ({ upTo, colour: '#000000', name: 'x' })) }],
  ])('is rejected with %s', async (error, given) => {
    const body = await channels.send('POST', '', { ...plain, channelCode: 'bad', gbCode: 'bad', ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error) });
  });

  it('rejects invalid items with the name of their field', async () => {
    const send = (json: object) =>
      channels.send('POST', '', { ...plain, channelCode: 'p', gbCode: 'p', ...json });
    const pair = { value: 1, desc: 'x' };
    expect((await send({ pairs: [pair, pair] })).msg).toBe(errorText('channel.pair_twice', { value: 1 }));
    const colour = 'basedata.channel.levelFields.colour';
    expect((await send({ levels: [{ colour: 'red', name: 'x' }] })).msg).toBe(
      errorText('field.pattern', { label: colour }),
    );
    expect((await send({ levels: [{ name: 'x' }] })).msg).toBe(
      errorText('field.required', { label: colour }),
    );
    const many = { label: 'basedata.channel.fields.levels', limit: 12 };
    expect((await send({ levels: Array.from({ length: 13 }, () => ({})) })).code).toBe(500);
    expect(
      (await send({ levels: Array.from({ length: 13 }, () => ({ colour: '#000000', name: 'x' })) })).msg,
    ).toBe(errorText('field.max_items', many));
    expect((await send({ minValue: 'much' })).code).toBe(500);
  });

  it('in use cannot be deleted, and the error names the use; it can be disabled', async () => {
    const inType = await channels.send('DELETE', '/1');
    expect(inType).toMatchObject({ code: 601 });
    expect(inType.msg).toContain('环境空气自动站');
    const id = await add({ channelCode: 'used', gbCode: 'used' });
    const remove = async () => (await channels.send('DELETE', `/${id}`)).msg;
    const { slot } = await channels.get(id);
    const pool = t.app.pool;
    await pool.query(
      `insert into basic_sensor_type (sensor_code, sensor_name, channel_id) values ('u', 'U', $1)`,
      [id],
    );
    expect(await remove()).toBe(errorText('channel.in_sensor_type', { name: '甲', other: 'U' }));
    await pool.query('delete from basic_sensor_type');
    await pool.query(`insert into site_entity (entity_code, entity_name, dept_id) values ('e', 'e', 100)`);
    await pool.query(
      `insert into site (site_code, site_name, entity_id, mn, device_type_id, coefficients)
       select 's', 's', entity_id, 's', 1, $1 from site_entity`,
      [JSON.stringify([{ channelId: id, k: 1, b: 0 }])],
    );
    expect(await remove()).toBe(errorText('channel.has_coefficients', { name: '甲' }));
    await pool.query('delete from site');
    await pool.query(`create table old_hours partition of reading_hour default`);
    await pool.query(`insert into reading_hour (site_id, ts, c${slot}) values (1, limpid_now(), 3600)`);
    expect(await remove()).toBe(errorText('channel.has_readings', { name: '甲' }));
    expect((await channels.send('PUT', '/changeStatus', { channelId: id, status: '1' })).code).toBe(200);
    expect((await channels.get(id))['status']).toBe('1');
    await pool.query('drop table old_hours');
    expect((await channels.send('DELETE', `/${id}`)).code).toBe(200);
  });

  it('notifies readers of the directory when it changes', async () => {
    let published = 0;
    const stop = t.app.bus.subscribe(siteChanged, () => published++);
    await channels.send('PUT', '/changeStatus', { channelId: 30, status: '1' });
    await channels.send('PUT', '/changeStatus', { channelId: 30, status: '0' });
    stop();
    expect(published).toBe(2);
  });

  it('is imported from a sheet row by row', async () => {
    const upload = await makeUpload(
      ['通道编码', '国标编码', '通道名称', '数据类型', '最小值', '别名', '显示顺序'],
      [
        ['sh1', 'sh1', '表一', '数值', 1.25, 'sx, sy', 1],
        ['sh2', 'a34004', '表二', '数值', null, null, 1],
      ],
    );
    const { body } = await t.send('POST', '/basic/channel/importData', { token, ...upload });
    expect(body['data']).toMatchObject({ added: 1, failed: [{ line: 3, name: '表二' }] });
    const [row] = await channels.list('?channelCode=sh1');
    expect(row).toMatchObject({ minValue: 1.25, aliases: 'sx, sy', dataType: 'number' });
  });

  it('needs permissions, except as an option of forms', async () => {
    await addPerson(t, 'looker', [{ permissions: ['basic:channel:list'] }]);
    const looker = makeResourceClient(t, '/basic/channel', await t.login('looker', personPassword));
    expect((await looker.list()).length).toBeGreaterThan(5);
    expect((await looker.send('POST', '', { ...plain, channelCode: 'no' })).code).toBe(403);
    expect((await looker.send('PUT', '/changeStatus', { channelId: 1, status: '1' })).code).toBe(403);
    expect((await looker.send('GET', '/optionselect'))['data']).toHaveLength(
      (await channels.list('?status=0&pageSize=1000')).length,
    );
  });
});

describe('the channels of a new installation', () => {
  it('have unique slots within the initial columns of readings', async () => {
    const { rows } = await t.app.pool.query('select * from basic_channel where channel_id < 100 order by 1');
    expect(rows.map(({ slot }) => slot)).toEqual(rows.map(({ channel_id: id }) => id));
    expect(rows.length).toBeLessThanOrEqual(32);
    for (const row of rows) {
      expect(row.channel_name_en && row.channel_name_fr && row.unit, row.channel_code).toBeTruthy();
      expect(row.min_value).toBeLessThan(row.max_value);
    }
  });

  it('have unique codes', async () => {
    const { rows } = await t.app.pool.query(
      `select lower(code) from basic_channel,
         lateral (select distinct lower(unnest(array[channel_code, gb_code] || aliases)) as code) as codes
       where channel_id < 100 group by 1 having count(*) > 1`,
    );
    expect(rows).toEqual([]);
  });

  it('have the bands of the hourly index', async () => {
    const { rows } = await t.app.pool.query(
      `select * from basic_channel where levels <> '[]' and channel_id < 100`,
    );
    expect(rows.map((row) => row.channel_code).sort()).toEqual(['CO', 'NO2', 'O3', 'PM10', 'PM2.5', 'SO2']);
    const ends = [50, 100, 150, 200, 300];
    for (const { channel_code: pollutant, levels } of rows) {
      for (const [index, { upTo }] of levels.entries()) {
        if (upTo === null) continue;
        const { aqi } = computeIndex({
          standard: 'HJ 633-2026',
          mode: 'hourly',
          values: { [pollutant]: upTo },
        });
        expect(aqi, `${pollutant} ${upTo}`).toBe(ends[index]);
      }
    }
  });
});
