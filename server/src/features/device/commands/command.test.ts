import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { findOtherPurpose, isCriticalCommand, isVendorCommand } from './command-type.rule.ts';
import { isTemplate, listPlaceholders } from './template.rule.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const commands = makeResourceClient(t, '/basic/command', token);
const params = makeResourceClient(t, '/basic/commandParam', token);
const plain = { commandCode: '3099', commandName: '甲', commandType: '1' };
const number = { commandCode: '3099', paramCode: 'Level', paramName: '级', paramType: 'number' };

describe('seeded commands', () => {
  it('have parameters for every placeholder of their templates', async () => {
    const { rows } = await t.app.pool.query<{ code: string; template: string | null; params: string[] }>(
      `select command_code as code, config_params as template,
         array(select param_code from basic_command_param p where p.command_code = c.command_code) as params
       from basic_command c`,
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { code, template, params: known } of rows) {
      expect(isTemplate(template ?? ''), code).toBe(true);
      expect(known).toEqual(expect.arrayContaining(listPlaceholders(template ?? '')));
    }
  });

  it('have the types that the standard gives their codes', async () => {
    const { rows } = await t.app.pool.query(
      `select command_code as "commandCode", command_type as "commandType", since_version as "sinceVersion",
         until_version as "untilVersion", config_params as "configParams", dangerous from basic_command`,
    );
    for (const row of rows) {
      expect([row.commandCode, findOtherPurpose(row), isVendorCommand(row)]).toEqual([
        row.commandCode,
        undefined,
        false,
      ]);
      expect(isCriticalCommand(row)).toBe(row.dangerous);
    }
  });
});

describe('a command', () => {
  it('has a template with known parameters, and types of device', async () => {
    await params.add(number, ['paramCode', 'paramId']);
    const given = { ...plain, configParams: 'Level={Level}', deviceTypeIds: [2, 1] };
    const id = await commands.add(given, ['commandCode', 'commandId']);
    expect(await commands.get(id)).toMatchObject({
      ...given,
      deviceTypeIds: [1, 2],
      sinceVersion: '2005',
      untilVersion: '2025',
    });
    const body = await params.send('DELETE', `/${(await params.list('?commandCode=3099'))[0]?.['paramId']}`);
    expect(body).toMatchObject({
      code: 601,
      msg: errorText('device_command.param_used', { code: 'Level', name: '甲' }),
    });
  });

  it.each([
    ['device_command.unknown_param', { configParams: 'a={Depth}' }, { code: 'Depth' }],
    ['device_command.template', { configParams: 'a=1&&' }, {}],
    ['device_command.password_name', { configParams: 'Door={NewPW}' }, {}],
    ['device_command.password_name', { configParams: 'Door=x{NewPW}' }, {}],
    ['device_command.password_name', { configParams: 'NewPW={Level}{NewPW}' }, {}],
    ['device_command.password_param', { configParams: 'NewPW={Level}' }, {}],
    ['device_command.password_param', { configParams: 'Level={Level};FtpPwd=654321' }, {}],
    ['device_command.versions', { sinceVersion: '2025', untilVersion: '2017' }, {}],
    ['device_command.parent', { parentCode: '3098' }, { code: '3098' }],
    ['field.choice', { deviceTypeIds: [9999] }, { label: 'device.command.fields.deviceTypeIds' }],
  ])('is rejected with %s', async (error, given, texts: Record<string, string>) => {
    const body = await commands.send('POST', '', { ...plain, commandName: 'bad', ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error, texts) });
    expect(await commands.list('?commandName=bad')).toEqual([]);
  });

  it('names its device types in every language', async () => {
    const given = { ...plain, commandName: 'typed', deviceTypeIds: [1] };
    const id = await commands.add(given, ['commandName', 'commandId']);
    const { rows } = await t.app.pool.query(
      'select type_name, type_name_en, type_name_fr from basic_device_type where device_type_id = 1',
    );
    const [{ type_name, type_name_en, type_name_fr }] = rows;
    expect(await commands.list('?commandName=typed')).toMatchObject([
      { deviceTypes: type_name, deviceTypesEn: type_name_en, deviceTypesFr: type_name_fr },
    ]);
    await commands.send('DELETE', `/${id}`);
  });

  it('has no second parameter whose name differs in case alone', async () => {
    const again = { commandCode: '3016', paramCode: 'CTime', paramName: '周期', paramType: 'integer' };
    expect(await params.send('POST', '', again)).toMatchObject({
      code: 500,
      field: 'paramCode',
      msg: errorText('field.taken', { label: 'device.commandParam.fields.paramCode' }),
    });
  });

  it.each([
    ['1072', '0', 'write', {}],
    ['3021', '7', 'write', {}],
    ['1012', '2', 'write', {}],
    ['3014', '2', 'write', { untilVersion: '2017' }],
    ['3014', '1', 'operate', { sinceVersion: '2017' }],
    ['3011', '0', 'operate', {}],
    ['2012', '4', 'operate', {}],
    ['1001', '0', 'write', {}],
    ['3020', '1', 'read', {}],
    ['2081', '0', 'upload', {}],
    ['9012', '0', 'answer', {}],
  ])('with the code %s cannot have the type %s', async (commandCode, commandType, purpose, more) => {
    const given = { ...plain, commandCode, commandType, commandName: 'bad', dangerous: true, ...more };
    expect(await commands.send('POST', '', given)).toMatchObject({
      code: 500,
      field: 'commandType',
      msg: errorText(`device_command.type_${purpose}`, { code: commandCode }),
    });
  });

  it.each([
    ['1072', 'NewPW={NewPW}'],
    ['1064', 'MinInterval={MinInterval}'],
    ['3016', 'PolId={PolId};CstartTime={CstartTime};Ctime={Ctime}'],
    ['3021', 'PolId={PolId};InfoId=i13003;i13003-Info={Minutes}'],
    ['3014', 'PolId={PolId},CTime={CTime}'],
  ])('for an interval or the password is always critical: %s %s', async (code, template) => {
    const seeded = (await commands.list(`?commandCode=${code}&pageSize=100`)).find(
      ({ configParams }) => configParams === template,
    );
    expect(seeded).toMatchObject({ dangerous: true });
    expect(await commands.send('PUT', '', { ...seeded, dangerous: false })).toMatchObject({
      field: 'dangerous',
      msg: errorText('device_command.critical', { code }),
    });
  });

  it.each(['0', '1', '2', '4', '7'])(
    'with the code of a vendor and the type %s needs an author who may write and operate',
    async (commandType) => {
      const clientOf = async (...rights: string[]) => {
        const name = ['author', commandType, ...rights].join('-');
        const permissions = ['add', 'edit', 'query'].map((one) => `basic:command:${one}`);
        permissions.push(...rights.map((right) => `device:equipment:${right}`));
        await addPerson(t, name, [{ permissions }]);
        return makeResourceClient(t, '/basic/command', await t.login(name, personPassword));
      };
      const given = { ...plain, commandCode: '3097', commandName: `vendor ${commandType}`, commandType };
      const refusal = { code: 500, field: 'commandType', msg: errorText('device_command.vendor_right') };
      for (const rights of [['read'], ['read', 'write'], ['read', 'operate']])
        expect(await (await clientOf(...rights)).send('POST', '', given)).toMatchObject(refusal);
      const author = await clientOf('read', 'write', 'operate');
      expect((await author.send('POST', '', given)).code).toBe(200);
    },
  );

  it('with the code of a vendor can be enabled only by who may write and operate', async () => {
    await addPerson(t, 'switcher', [{ permissions: ['basic:command:edit', 'device:equipment:read'] }]);
    const own = makeResourceClient(t, '/basic/command', await t.login('switcher', personPassword));
    const stopped = { ...plain, commandCode: '3096', commandName: 'stopped', commandType: '0', status: '1' };
    const commandId = await commands.add(stopped, ['commandCode', 'commandId']);
    expect(await own.send('PUT', '/changeStatus', { commandId, status: '0' })).toMatchObject({
      msg: errorText('device_command.vendor_right'),
    });
  });

  it('with the code of a vendor that only devices send needs no right to order', async () => {
    await addPerson(t, 'listener', [{ permissions: ['basic:command:add'] }]);
    const own = makeResourceClient(t, '/basic/command', await t.login('listener', personPassword));
    const given = { ...plain, commandCode: '3095', commandName: 'upload', commandType: '3' };
    expect((await own.send('POST', '', given)).code).toBe(200);
  });

  it('has a code of four digits', async () => {
    const body = await commands.send('POST', '', { ...plain, commandCode: '30991', commandName: 'bad' });
    expect(body).toMatchObject({ code: 500, field: 'commandCode' });
  });
});

describe('a parameter', () => {
  it('of the type password keeps its type while a command uses it', async () => {
    const [seeded] = await params.list('?commandCode=1072');
    expect((await params.send('PUT', '', { ...seeded, paramType: 'text' })).msg).toBe(
      errorText('device_command.param_used', { code: 'NewPW', name: '设置访问密码' }),
    );
  });

  it.each([
    ['device_command.param_range', { minValue: 2, maxValue: 1 }],
    ['device_command.param_choices', { paramType: 'choice' }],
    ['device_command.password_name', { paramType: 'password', paramCode: 'DoorCode' }],
    ['device_command.password_default', { paramType: 'password', paramCode: 'PW', defaultValue: '654321' }],
    ['device_command.param_default', { maxValue: 10, defaultValue: '11' }],
  ])('is rejected with %s', async (error, given) => {
    const body = await params.send('POST', '', { ...number, paramCode: 'Bad', ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error) });
  });
});
