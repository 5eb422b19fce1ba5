import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
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
    ['device_command.versions', { sinceVersion: '2025', untilVersion: '2017' }, {}],
    ['device_command.parent', { parentCode: '3098' }, { code: '3098' }],
    ['field.choice', { deviceTypeIds: [9999] }, { label: 'device.command.fields.deviceTypeIds' }],
  ])('is rejected with %s', async (error, given, texts: Record<string, string>) => {
    const body = await commands.send('POST', '', { ...plain, commandName: 'bad', ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error, texts) });
    expect(await commands.list('?commandName=bad')).toEqual([]);
  });

  it('has a code of four digits', async () => {
    const body = await commands.send('POST', '', { ...plain, commandCode: '30991', commandName: 'bad' });
    expect(body).toMatchObject({ code: 500, field: 'commandCode' });
  });
});

describe('a parameter', () => {
  it.each([
    ['device_command.param_range', { minValue: 2, maxValue: 1 }],
    ['device_command.param_choices', { paramType: 'choice' }],
    ['device_command.password_name', { paramType: 'password', paramCode: 'DoorCode' }],
    ['device_command.param_default', { maxValue: 10, defaultValue: '11' }],
  ])('is rejected with %s', async (error, given) => {
    const body = await params.send('POST', '', { ...number, paramCode: 'Bad', ...given });
    expect(body).toMatchObject({ code: 500, msg: errorText(error) });
  });
});
