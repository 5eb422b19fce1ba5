import { afterAll, describe, expect, it } from 'vitest';
import {
  type JsonFields,
  responseData,
  responseList,
  responseRows,
} from '../../../../tests/compatibility/family-client.fixture.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { makeUpload } from '../../../testing/upload.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const types = '/system/dict/type';
const entries = '/system/dict/data';
const label = (field: string, of = 'dictData') => translate('zh', `system.${of}.fields.${field}`);

async function send(method: string, path: string, json?: JsonFields) {
  return (await t.send(method, path, { token, json })).body;
}

async function addType(dictType: string, more: JsonFields = {}): Promise<JsonFields> {
  const body = await send('POST', types, { dictName: dictType, dictType, ...more });
  expect(body.code, body.msg).toBe(200);
  const rows = responseRows(await send('GET', `${types}/list?dictType=${dictType}`));
  return rows.find((row) => row['dictType'] === dictType) ?? {};
}

async function addEntry(dictType: string, dictValue: string, more: JsonFields = {}): Promise<JsonFields> {
  const values = { dictType, dictLabel: `label ${dictValue}`, dictValue, dictSort: 1, ...more };
  const body = await send('POST', entries, values);
  expect(body.code, body.msg).toBe(200);
  const rows = responseRows(await send('GET', `${entries}/list?dictType=${dictType}`));
  return rows.find((row) => row['dictValue'] === dictValue) ?? {};
}

async function serve(dictType: string, lang = 'zh_CN'): Promise<JsonFields[]> {
  return responseList((await t.send('GET', `${entries}/type/${dictType}?lang=${lang}`, { token })).body);
}
const values = async (dictType: string) => (await serve(dictType)).map(({ dictValue }) => dictValue);

describe('a dictionary', () => {
  it('is added, read, changed and deleted', async () => {
    const row = await addType('weather', { dictName: '天气', dictNameEn: 'Weather', remark: '现象' });
    expect(row).toMatchObject({ dictName: '天气', dictNameEn: 'Weather', dictNameFr: null, status: '0' });
    expect(responseData(await send('GET', `${types}/${String(row['dictId'])}`))).toEqual(row);
    await send('PUT', types, { ...row, dictNameFr: 'Météo' });
    expect(responseData(await send('GET', `${types}/${String(row['dictId'])}`))).toEqual({
      ...row,
      dictNameFr: 'Météo',
    });
    expect((await send('DELETE', `${types}/${String(row['dictId'])}`)).code).toBe(200);
  });

  it.each(['Upper', '1st', '_x', 'with space', 'with-dash', 'wind.speed', '风', 'x;drop', "x'"])(
    'cannot have the type %j',
    async (dictType) => {
      const msg = errorText('field.pattern', { label: label('dictType', 'dictType') });
      const refused = { code: 500, field: 'dictType', msg };
      expect(await send('POST', types, { dictName: 'x', dictType })).toEqual(refused);
    },
  );

  it('cannot have a type that is taken', async () => {
    await addType('taken');
    const msg = errorText('field.taken', { label: label('dictType', 'dictType') });
    const refused = { code: 500, field: 'dictType', msg };
    expect(await send('POST', types, { dictName: 'x', dictType: 'taken' })).toEqual(refused);
    const other = await addType('free');
    expect(await send('PUT', types, { ...other, dictType: 'taken' })).toEqual(refused);
  });

  it('changes the type of its entries with its own', async () => {
    const row = await addType('old_name');
    await addEntry('old_name', 'a');
    expect(await values('old_name')).toEqual(['a']);
    expect((await send('PUT', types, { ...row, dictType: 'new_name' })).code).toBe(200);
    expect(await values('new_name')).toEqual(['a']);
    expect(await values('old_name')).toEqual([]);
    expect(responseRows(await send('GET', `${entries}/list?dictType=new_name`))).toHaveLength(1);
  });

  it('with entries cannot be deleted, and the error names it', async () => {
    const [full, empty] = [await addType('full', { dictName: '满的' }), await addType('empty')];
    await addEntry('full', 'a');
    const ids = `${String(empty['dictId'])},${String(full['dictId'])}`;
    expect(await send('DELETE', `${types}/${ids}`)).toEqual({
      code: 500,
      msg: errorText('row.in_use', { name: '满的' }),
    });
    expect(responseRows(await send('GET', `${types}/list?dictType=empty`))).toHaveLength(1);
  });
});

describe('an entry', () => {
  it('has three labels, an order and a style', async () => {
    await addType('level');
    const given = {
      dictLabel: '优',
      dictLabelEn: 'Excellent',
      dictLabelFr: 'Excellente',
      dictSort: 3,
      listClass: 'success',
      cssClass: 'bold',
      isDefault: 'Y',
      remark: 'r',
    };
    const row = await addEntry('level', '1', given);
    expect(row).toMatchObject({ ...given, status: '0' });
    expect(responseData(await send('GET', `${entries}/${String(row['dictCode'])}`))).toEqual(row);
    expect((await send('DELETE', `${entries}/${String(row['dictCode'])}`)).code).toBe(200);
    expect(await values('level')).toEqual([]);
  });

  it('has a value that is unique within its dictionary', async () => {
    await addType('one');
    await addType('two');
    await addEntry('one', 'same');
    const second = await addEntry('one', 'second');
    await addEntry('two', 'same');
    const msg = errorText('field.taken', { label: label('dictValue') });
    const refused = { code: 500, field: 'dictValue', msg };
    const twin = { dictType: 'one', dictLabel: 'x', dictValue: 'same', dictSort: 1 };
    expect(await send('POST', entries, twin)).toEqual(refused);
    expect(await send('PUT', entries, { ...second, dictValue: 'same' })).toEqual(refused);
  });

  it('is rejected if a sheet contains its value twice', async () => {
    await addType('sheet');
    const header = ['dictType', 'dictLabel', 'dictValue', 'dictSort'].map((field) => label(field));
    const upload = await makeUpload(header, [
      ['sheet', '一', '1', 1],
      ['sheet', '再一', '1', 2],
    ]);
    const { body } = await t.send('POST', `${entries}/importData`, { token, ...upload });
    expect(responseData(body)).toMatchObject({
      added: 1,
      failed: [{ line: 3, reason: errorText('field.taken', { label: label('dictValue') }) }],
    });
  });

  it('cannot be added to an unknown dictionary', async () => {
    const refused = { code: 500, field: 'dictType' };
    const lost = { dictType: 'no_such_type', dictLabel: 'x', dictValue: 'x', dictSort: 1 };
    expect(await send('POST', entries, lost)).toMatchObject(refused);
    await addType('home');
    const row = await addEntry('home', 'a');
    expect(await send('PUT', entries, { ...row, dictType: 'no_such_type' })).toMatchObject(refused);
    expect(await values('home')).toEqual(['a']);
  });

  it.each<[problem: string, change: JsonFields, field: string]>([
    ['no label', { dictLabel: '' }, 'dictLabel'],
    ['no value', { dictValue: ' ' }, 'dictValue'],
    ['no type', { dictType: null }, 'dictType'],
    ['an unknown look', { listClass: 'rainbow' }, 'listClass'],
    ['an unknown default', { isDefault: 'maybe' }, 'isDefault'],
    ['an unknown status', { status: '2' }, 'status'],
    ['a label of 101 characters', { dictLabelFr: 'x'.repeat(101) }, 'dictLabelFr'],
  ])('with %s is rejected with the name of the field', async (_problem, change, field) => {
    const entry = { dictType: 'sys_yes_no', dictLabel: 'x', dictValue: 'x', dictSort: 1, ...change };
    const body = await send('POST', entries, entry);
    expect(body).toMatchObject({ code: 500, field });
    expect(body.msg).toContain(label(field));
  });
});

describe('reading a dictionary', () => {
  it('returns the enabled entries in their order to every user', async () => {
    await addType('speed');
    await addEntry('speed', 'fast', { dictSort: 2 });
    await addEntry('speed', 'off', { status: '1', dictSort: 1 });
    await addEntry('speed', 'slow', { dictSort: 1 });
    await addPerson(t, 'guest', []);
    const guest = await t.login('guest', personPassword);
    for (const spelling of ['type', 'dictType']) {
      const { body } = await t.send('GET', `${entries}/${spelling}/speed`, { token: guest });
      expect(responseList(body).map(({ dictValue }) => dictValue)).toEqual(['slow', 'fast']);
      expect((await t.send('GET', `${entries}/${spelling}/speed`)).body.code).toBe(401);
    }
  });

  it('returns labels in the language of the request, in Chinese without a translation', async () => {
    await addType('colour');
    await addEntry('colour', 'red', { dictLabel: '红', dictLabelEn: 'Red' });
    const labelIn = async (lang: string) => (await serve('colour', lang))[0]?.['dictLabel'];
    expect([await labelIn('zh_CN'), await labelIn('en_US'), await labelIn('fr_FR')]).toEqual([
      '红',
      'Red',
      '红',
    ]);
  });

  it('returns no entries of a disabled or unknown dictionary', async () => {
    const row = await addType('season');
    await addEntry('season', 'spring');
    expect(await values('season')).toEqual(['spring']);
    await send('PUT', types, { ...row, status: '1' });
    expect(await values('season')).toEqual([]);
    await send('PUT', types, { ...row, status: '0' });
    expect(await values('season')).toEqual(['spring']);
    expect(await values('no_such_type')).toEqual([]);
    expect(await values('__proto__')).toEqual([]);
  });

  it('returns every change at once', async () => {
    await addType('shift');
    expect(await values('shift')).toEqual([]);
    const row = await addEntry('shift', 'night');
    expect(await values('shift')).toEqual(['night']);
    await send('PUT', entries, { ...row, dictValue: 'late' });
    expect(await values('shift')).toEqual(['late']);
    await send('PUT', entries, { ...row, status: '1' });
    expect(await values('shift')).toEqual([]);
    await send('PUT', entries, { ...row, status: '0' });
    await send('DELETE', `${entries}/${String(row['dictCode'])}`);
    expect(await values('shift')).toEqual([]);
  });

  it.each(['refreshCache', 'clearCache'])('clears its cache after %s', async (spelling) => {
    const dictType = spelling.toLowerCase();
    await addType(dictType);
    await addEntry(dictType, 'before');
    expect(await values(dictType)).toEqual(['before']);
    await t.app.pool.query(`update sys_dict_data set dict_value = 'after' where dict_type = $1`, [dictType]);
    expect(await values(dictType)).toEqual(['before']);
    await addPerson(t, spelling, [{ permissions: ['system:dict:edit', 'system:dict:list'] }]);
    const editor = await t.login(spelling, personPassword);
    expect((await t.send('DELETE', `${types}/${spelling}`, { token: editor })).body.code).toBe(403);
    expect((await send('DELETE', `${types}/${spelling}`)).code).toBe(200);
    expect(await values(dictType)).toEqual(['after']);
  });

  it('lists the enabled dictionaries as options', async () => {
    await addType('open_one');
    await addType('shut_one', { status: '1' });
    const offered = responseList(await send('GET', `${types}/optionselect`)).map(({ dictType }) => dictType);
    expect(offered).toContain('open_one');
    expect(offered).not.toContain('shut_one');
  });

  it('applies to forms that use the dictionary', async () => {
    const added = await addEntry('sys_normal_disable', '2', { dictLabel: '待定' });
    const json = { postCode: 'p', postName: 'p', postSort: 1, status: '2' };
    expect((await send('POST', '/system/post', json)).code).toBe(200);
    await send('DELETE', `${entries}/${String(added['dictCode'])}`);
    expect(await send('POST', '/system/post', { ...json, postCode: 'q', postName: 'q' })).toMatchObject({
      code: 500,
      field: 'status',
    });
  });
});

describe('a built-in dictionary', () => {
  const builtIn = async (path: string) => responseRows(await send('GET', path)).find(Boolean) ?? {};

  it('keeps its type and its values', async () => {
    const type = await builtIn(`${types}/list?dictType=sys_normal_disable`);
    const entry = await builtIn(`${entries}/list?dictType=sys_normal_disable`);
    expect(await send('PUT', types, { ...type, dictType: 'renamed' })).toMatchObject({ field: 'dictType' });
    expect(await send('PUT', entries, { ...entry, dictValue: 'x' })).toMatchObject({ field: 'dictValue' });
    const name = String(entry['dictLabel']);
    const refused = { code: 500, msg: errorText('dictionary.built_in', { name }) };
    expect(await send('DELETE', `${entries}/${String(entry['dictCode'])}`)).toMatchObject(refused);
    expect((await send('DELETE', `${types}/${String(type['dictId'])}`)).code).toBe(500);
    expect((await send('PUT', entries, { ...entry, dictLabel: '启用' })).code).toBe(200);
    await send('PUT', entries, entry);
  });
});
