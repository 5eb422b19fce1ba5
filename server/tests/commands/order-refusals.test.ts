import { beforeAll, describe, expect, it } from 'vitest';
import { siteChanged } from '../../src/features/reading/model.api.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import {
  type CommandFixture,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
} from './command.fixture.ts';

const commands = shareCommandFixture();

describe('an order is refused before anything is sent', () => {
  let station: Awaited<ReturnType<CommandFixture['openStation']>>;
  beforeAll(async () => {
    station = await commands.openStation();
  });

  it.each([
    [
      'a value below its range',
      'write',
      'Set real-time interval',
      { RtdInterval: '29' },
      'value_range',
      'RtdInterval',
    ],
    [
      'a value above its range',
      'write',
      'Set real-time interval',
      { RtdInterval: '3601' },
      'value_range',
      'RtdInterval',
    ],
    [
      'a fraction',
      'write',
      'Set real-time interval',
      { RtdInterval: '60.5' },
      'value_integer',
      'RtdInterval',
    ],
    [
      'text instead of a number',
      'write',
      'Set real-time interval',
      { RtdInterval: 'often' },
      'value_number',
      'RtdInterval',
    ],
    [
      'a separator in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60;CN=1072' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'the end of the data in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60&&' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'CR in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60\r' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'LF in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60\n' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'a frame in a value',
      'write',
      'Set real-time interval',
      { RtdInterval: '60\r\n##0100' },
      'value_characters',
      'RtdInterval',
    ],
    [
      'a value that is no choice',
      'write',
      'Set minute interval',
      { MinInterval: '7' },
      'value_choice',
      'MinInterval',
    ],
    [
      'a time that does not exist',
      'write',
      'Set clock',
      { SystemTime: '20260230000000' },
      'value_time',
      'SystemTime',
    ],
    ['a password of five letters', 'write', 'Set password', { NewPW: 'short' }, 'value_password', 'NewPW'],
    [
      'a period that ends before it begins',
      'read',
      'Read minute data',
      { BeginTime: '20260102000000', EndTime: '20260101000000' },
      'period',
      '',
    ],
    ['a missing value', 'operate', 'Take sample', {}, 'value_missing', 'PolId'],
    ['an unknown channel', 'operate', 'Take sample', { PolId: 'w99999' }, 'value_channel', 'PolId'],
  ])('for %s', async (_, action, name, values, error, code) => {
    const body = await commands.order(action, name, [station.siteId], { values, confirmed: 1 });
    const { rows } = await commands.fixture.test.app.pool.query<{ name: string }>(
      'select param_name as name from basic_command_param where param_code = $1 limit 1',
      [code],
    );
    const label = rows[0]?.name ?? '';
    expect(label).not.toBe(code || undefined);
    expect(body).toMatchObject({
      code: 500,
      msg: errorText(`device_order.${error}`, { code: label, devices: `“${station.mn}”` }),
    });
    expect(await commands.log.list(`?siteId=${station.siteId}`)).toEqual([]);
  });

  it('with the names of the parameter and of the devices in the language of the person', async () => {
    const { test } = commands.fixture;
    const token = await test.login();
    const { rows } = await test.app.pool.query<{ id: number; name: string }>(
      `select command_id as id, command_name_en as name from basic_command
       where command_name_en in ('Set real-time interval', 'Take sample')`,
    );
    const order = async (action: string, name: string, siteIds: number[], values: object, lang: string) => {
      const commandId = rows.find((row) => row.name === name)?.id;
      const json = { commandId, siteIds, values, confirmed: siteIds.length };
      return (await test.send('POST', `/device/equipment/${action}?lang=${lang}`, { token, json })).body[
        'msg'
      ];
    };
    const others = await Promise.all(Array.from({ length: 5 }, () => commands.fixture.addStation()));
    const all = [station, ...others].toSorted((one, other) => one.siteId - other.siteId);
    const [a, b, c] = all.map(({ mn }) => mn);
    const siteIds = all.map(({ siteId }) => siteId);
    const interval = { RtdInterval: '5' };
    expect(await order('write', 'Set real-time interval', siteIds, interval, 'en_US')).toBe(
      `“${a}”, “${b}”, “${c}” and 3 more: “Interval” is out of range`,
    );
    expect(await order('write', 'Set real-time interval', siteIds.slice(0, 2), interval, 'fr_FR')).toBe(
      `«\u202f${a}\u202f» et «\u202f${b}\u202f»\u202f: «\u202fIntervalle\u202f» est hors plage`,
    );
    // Only the devices that cannot get it are named.
    const bare = await commands.fixture.addStation({ aliases: {} });
    await test.app.pool.query(
      `delete from basic_device_type_channel where device_type_id = (select device_type_id from site where site_id = $1)`,
      [bare.siteId],
    );
    await test.app.bus.publish(siteChanged);
    await soon(() => test.ingest.directory.findByMn(bare.mn)?.channels.size).toBe(0);
    expect(
      await order('operate', 'Take sample', [station.siteId, bare.siteId], { PolId: 'a34004' }, 'en'),
    ).toBe(`“${bare.mn}”: the channel given for “Channel” is not measured`);
  });

  it('for a command of another right, another version, or a site that is gone', async () => {
    const { siteId, mn } = station;
    const texts = async (...given: Parameters<CommandFixture['order']>) =>
      (await commands.order(...given)).msg;
    expect(await texts('read', 'Set clock', [siteId])).toBe(errorText('device_order.command'));
    expect(await texts('read', 'Read report target', [siteId])).toBe(
      errorText('device_order.version', { name: mn, version: '2017', versions: '2005' }),
    );
    expect(await texts('read', 'Read clock', [siteId, 99_999])).toBe(errorText('device_order.site_gone'));
  });

  it('for a stored command whose type hides what its code does; the number of devices is asked for', async () => {
    const { siteId } = station;
    const { pool } = commands.fixture.test.app;
    // Past the checks of the screen, as a restored backup might bring it.
    const { rows } =
      await pool.query(`insert into basic_command (command_code, command_name, command_type, config_params)
      values ('1072', 'x', '0', 'NewPW={NewPW}'), ('1062', 'y', '1', 'RtdInterval={RtdInterval}') returning command_id`);
    const [password, interval] = rows.map(({ command_id }) => command_id);
    const more = { values: { NewPW: '654321', RtdInterval: '60' } };
    expect((await commands.order('read', '', [siteId], { ...more, commandId: password })).msg).toBe(
      errorText('device_order.command'),
    );
    expect((await commands.order('write', '', [siteId], { ...more, commandId: interval })).msg).toBe(
      errorText('device_order.confirm', { count: '1' }),
    );
    await pool.query('delete from basic_command where command_id = any($1)', [[password, interval]]);
  });

  it('for a template that leaves open what it sets, by what it sets in the end', async () => {
    const { siteId } = station;
    const { pool } = commands.fixture.test.app;
    await pool.query(`insert into basic_command_param (command_code, param_code, param_name, param_type)
      values ('3021', 'Name', 'Name', 'text'), ('3021', 'Value', 'Value', 'text')`);
    const { rows } = await pool.query(
      `insert into basic_command (command_code, command_name, command_type, config_params)
       values ('3021', 'open', '1', 'PolId={PolId};{Name}={Value}') returning command_id`,
    );
    const commandId = rows[0].command_id;
    const order = (Name: string, Value: string, confirmed?: number) =>
      commands.order('write', '', [siteId], {
        commandId,
        confirmed,
        values: { PolId: 'a34004', Name, Value },
      });
    expect((await order('i13003-Info', '5')).msg).toBe(errorText('device_order.confirm', { count: '1' }));
    const range = errorText('device_order.value_range', { code: '斜率 K', devices: `“${station.mn}”` });
    expect((await order('i13008-Info', '5000', 1)).msg).toBe(range);
    await pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b)
       select $1, channel_id, '2026-01-01Z', 2, 0 from basic_channel where gb_code = 'a34004'`,
      [siteId],
    );
    // Only a command that could be ordered for the device says what it may get.
    for (const [change, back] of [
      [`status = '1'`, `status = '0'`],
      [`device_type_ids = '{2}'`, `device_type_ids = '{}'`],
      [`since_version = '2025'`, `since_version = '2017'`],
    ]) {
      const set = (what = '') =>
        pool.query(
          `update basic_command set ${what} where command_code = '3021' and config_params ~ 'i13008'`,
        );
      await set(change);
      expect((await order('i13008-Info', '5000')).msg).toBe(
        errorText('device_order.corrects_twice', { devices: `“${station.mn}”` }),
      );
      await set(back);
    }
    expect(await commands.log.list(`?siteId=${siteId}`)).toEqual([]);
    await pool.query(`delete from basic_command where command_id = $1`, [commandId]);
    await pool.query(
      `delete from basic_command_param where command_code = '3021' and param_code in ('Name', 'Value')`,
    );
  });

  it('for a device of another type, a template with an unknown parameter, or one that becomes too long', async () => {
    const { siteId, mn } = await commands.openStation();
    const definitions = makeResourceClient(
      commands.fixture.test,
      '/basic/command',
      await commands.fixture.test.login(),
    );
    const define = async (commandCode: string, more: object) => {
      const given = { commandCode, commandName: `命令 ${commandCode}`, commandType: '1', ...more };
      const commandId = await definitions.add(given, ['commandCode', 'commandId']);
      const values = { Text: 'x'.repeat(400) };
      return async () => (await commands.order('write', '', [siteId], { commandId, values })).msg;
    };
    const other = await define('3101', { deviceTypeIds: [2] });
    expect(await other()).toBe(errorText('device_order.device_type', { name: mn }));
    const { pool } = commands.fixture.test.app;
    const unknown = await define('3102', {});
    // Past the checks of the screen, as a restored backup might bring it.
    await pool.query(`update basic_command set config_params = 'Depth={Depth}' where command_code = '3102'`);
    expect(await unknown()).toBe(
      errorText('device_order.value_missing', { code: 'Depth', devices: `“${mn}”` }),
    );
    await pool.query(
      `insert into basic_command_param (command_code, param_code, param_name, param_type) values ('3103', 'Text', 'x', 'text')`,
    );
    const long = await define('3103', { configParams: 'a={Text};b={Text};c={Text}' });
    expect(await long()).toBe(errorText('device_order.too_long', { name: mn }));
    await pool.query(
      `insert into basic_command_param (command_code, param_code, param_name, param_type) values ('3104', 'Text', 'x', 'text')`,
    );
    // A field with this ending is a measured value, which must be a number.
    const words = await define('3104', { configParams: 'a34004-Rtd={Text}' });
    expect(await words()).toBe(errorText('device_order.unencodable', { code: 'a34004-Rtd', name: mn }));
    expect(await commands.log.list(`?siteId=${siteId}`)).toEqual([]);
  });

  it('for a device that was removed; one that is removed while its command waits gets nothing', async () => {
    const gone = await commands.openStation();
    const later = await commands.openStation();
    const remove = async (siteId: number) => {
      const sites = makeResourceClient(
        commands.fixture.test,
        '/site/site',
        await commands.fixture.test.login(),
      );
      expect((await sites.send('DELETE', `/${siteId}`)).code).toBe(200);
    };
    await remove(gone.siteId);
    expect((await commands.order('read', 'Read clock', [gone.siteId])).msg).toBe(
      errorText('device_order.site_gone'),
    );
    await commands.order('read', 'Read clock', [later.siteId]);
    await commands.order('read', 'Read minute interval', [later.siteId]);
    const request = await nextRequest(later, '1011');
    await remove(later.siteId);
    await soon(() => commands.fixture.test.ingest.directory.findByMn(later.mn)).toBeUndefined();
    later.send(finishRequest(request));
    const neighbour = await commands.openStation();
    await commands.order('read', 'Read clock', [neighbour.siteId]);
    await nextRequest(neighbour, '1011');
    expect([...requests(later, '1063'), ...requests(gone, '1011')]).toEqual([]);
  });
});

describe('a command that waits', () => {
  it('is ended if it cannot be encoded at its turn, and the next one is sent', async () => {
    const { siteId, ...station } = await commands.openStation();
    await commands.order('read', 'Read clock', [siteId]);
    const request = await nextRequest(station, '1011');
    await commands.order('read', 'Read minute interval', [siteId]);
    const { logId } = await commands.findLog(siteId);
    await commands.order('read', 'Read real-time interval', [siteId]);
    // As after a restored backup without its key.
    await commands.fixture.test.app.pool.query(`update device_log set sealed_cp = 'x' where log_id = $1`, [
      logId,
    ]);
    station.send(finishRequest(request));
    await nextRequest(station, '1061');
    expect(await commands.log.get(Number(logId))).toMatchObject({
      state: 'failed',
      sent: 0,
      resultDesc: '命令无法编码，未发送',
    });
    expect(requests(station, '1063')).toEqual([]);
  });

  it.each([
    ['disabled', `update basic_command set status = '1' where command_id = $1`],
    ['removed', 'delete from basic_command where command_id = $1'],
  ])('is not sent once its command is %s', async (name, change) => {
    const { pool } = commands.fixture.test.app;
    const { rows } = await pool.query<{ id: number }>(
      `insert into basic_command (command_code, command_name, command_type) values ('3105', $1, '0')
       returning command_id as id`,
      [name],
    );
    const commandId = rows[0]?.id;
    const { siteId, ...station } = await commands.openStation();
    await commands.order('read', 'Read clock', [siteId]);
    const request = await nextRequest(station, '1011');
    expect((await commands.order('read', '', [siteId], { commandId })).code).toBe(200);
    await pool.query(change, [commandId]);
    station.send(finishRequest(request));
    await soon(() => commands.findLog(siteId)).toMatchObject({
      state: 'failed',
      sent: 0,
      resultDesc: '命令已停用或已删除，未发送',
    });
    expect(requests(station, '3105')).toEqual([]);
  });
});
