import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { errorText } from '../../testing/error-text.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { makeUpload } from '../../testing/upload.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const types = makeResourceClient(t, '/basic/deviceType', token);
const sensors = makeResourceClient(t, '/basic/sensorType', token);
const plain = { typeName: '甲' };

describe('a device type', () => {
  it('has its channels in their order, with aliases', async () => {
    const channels = [
      { channelId: 6, aliases: 'w34011, oz' },
      { channelId: 1, aliases: null },
    ];
    const given = { typeCode: 'T1', protocol: 'hj212-2025', crcMode: 'modbus' };
    const id = await types.add({ ...plain, ...given, channels }, ['typeCode', 'deviceTypeId']);
    const row = await types.get(id);
    expect(row).toMatchObject({ ...given, channels, channelCodes: 'O3, PM2.5' });
    expect((await types.send('PUT', '', row)).code).toBe(200);
    expect(await types.get(id)).toEqual(row);
    await types.send('PUT', '', { deviceTypeId: id, typeCode: 'T1', typeName: '乙' });
    expect((await types.get(id))['channels']).toEqual(channels);
    await types.send('PUT', '', { ...row, channels: [] });
    expect((await types.get(id))['channels']).toEqual([]);
    expect((await types.send('DELETE', `/${id}`)).code).toBe(200);
  });

  it.each([
    ['device_type.channel_twice', [{ channelId: 1 }, { channelId: 1 }], { name: '细颗粒物 PM2.5' }],
    [
      'device_type.alias_taken',
      [{ channelId: 1 }, { channelId: 2, aliases: 'A34004' }],
      { code: 'A34004', name: '细颗粒物 PM2.5' },
    ],
    [
      'device_type.alias_taken',
      [
        { channelId: 1, aliases: 'x' },
        { channelId: 2, aliases: 'X' },
      ],
      { code: 'X', name: '细颗粒物 PM2.5' },
    ],
    ['field.choice', [{ channelId: 9999 }], { label: 'basedata.deviceType.fields.channels' }],
  ])('is rejected with %s', async (error, channels, params: Record<string, string>) => {
    const body = await types.send('POST', '', { ...plain, typeCode: 'bad', channels });
    expect(body).toMatchObject({ code: 500, field: 'channels', msg: errorText(error, params) });
    expect(await types.list('?typeCode=bad')).toEqual([]);
  });

  it('has a topic for MQTT, and another one for answers', async () => {
    const id = await types.add({ ...plain, typeCode: 'M1' }, ['typeCode', 'deviceTypeId']);
    expect(await types.get(id)).toMatchObject({ mqttTopic: 'air/{mn}/data', mqttAnswerTopic: null });
    const save = (given: object) =>
      types.send('PUT', '', { deviceTypeId: id, typeCode: 'M1', ...plain, ...given });
    expect(await save({ mqttTopic: 'air/+/data' })).toMatchObject({ code: 500, field: 'mqttTopic' });
    expect(await save({ mqttAnswerTopic: 'answers' })).toMatchObject({ code: 500, field: 'mqttAnswerTopic' });
    const same = await save({ mqttAnswerTopic: 'air/{mn}/data' });
    expect(same).toMatchObject({ msg: errorText('device_type.mqtt_topics'), field: 'mqttAnswerTopic' });
    expect((await save({ mqttTopic: 'up/{mn}', mqttAnswerTopic: 'down/{mn}' })).code).toBe(200);
    expect(await types.get(id)).toMatchObject({ mqttTopic: 'up/{mn}', mqttAnswerTopic: 'down/{mn}' });
    await save({ mqttTopic: '' });
    expect(await types.get(id)).toMatchObject({ mqttTopic: 'up/{mn}' });
    await types.send('DELETE', `/${id}`);
  });

  it('with sites cannot be deleted', async () => {
    await t.app.pool.query(
      `with e as (insert into site_entity (entity_code, entity_name, dept_id) values ('e', 'e', 100) returning *)
       insert into site (site_code, site_name, entity_id, mn, device_type_id) select 's', 's', entity_id, 's', 2 from e`,
    );
    expect((await types.send('DELETE', '/2')).msg).toBe(errorText('row.in_use', { name: '扬尘噪声监测仪' }));
    expect((await types.send('PUT', '/changeStatus', { deviceTypeId: 2, status: '1' })).code).toBe(200);
  });

  it('needs permissions', async () => {
    await addPerson(t, 'stranger', [{ permissions: [] }]);
    const stranger = makeResourceClient(t, '/basic/deviceType', await t.login('stranger', personPassword));
    expect((await stranger.send('GET', '/list')).code).toBe(403);
    expect((await stranger.send('POST', '', { ...plain, typeCode: 'x' })).code).toBe(403);
    expect((await stranger.send('GET', '/optionselect')).code).toBe(200);
  });
});

describe('a sensor type', () => {
  it('measures one channel, and is returned with its code', async () => {
    const given = { sensorCode: 'S1', sensorName: '激光', channelId: 1, syncData: true };
    const id = await sensors.add(given, ['sensorCode', 'sensorTypeId']);
    expect(await sensors.get(id)).toMatchObject({ ...given, channelCode: 'PM2.5' });
    const taken = await sensors.send('POST', '', given);
    expect(taken.msg).toBe(errorText('field.taken', { label: 'basedata.sensorType.fields.sensorCode' }));
    const nowhere = await sensors.send('POST', '', { ...given, sensorCode: 'S2', channelId: 9999 });
    expect(nowhere.msg).toBe(errorText('field.choice', { label: 'basedata.sensorType.fields.channelId' }));
    expect((await sensors.send('DELETE', `/${id}`)).code).toBe(200);
  });

  it('is imported from a sheet with any code of the channel', async () => {
    const upload = await makeUpload(
      ['传感器编码', '传感器名称', '所属通道'],
      [
        ['P1', '一', 'pm25'],
        ['P2', '二', '臭氧'],
        ['P3', '三', 'unheard'],
      ],
    );
    const { body } = await t.send('POST', '/basic/sensorType/importData', { token, ...upload });
    const label = 'basedata.sensorType.fields.channelId';
    const reason = errorText('sheet.unknown_name', { label, name: 'unheard' });
    expect(body['data']).toEqual({ added: 2, updated: 0, failed: [{ line: 4, name: '三', reason }] });
    const rows = await sensors.list();
    expect(rows.map((row) => row['channelCode'])).toEqual(['PM2.5', 'O3']);
  });
});
