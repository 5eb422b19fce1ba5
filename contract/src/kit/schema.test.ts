import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import {
  choice,
  createTime,
  dict,
  flag,
  id,
  integer,
  longText,
  nameFields,
  number,
  parts,
  secret,
  text,
} from './field.ts';
import { fieldLabel, isIn, isInSheet, isWritable, localised, requestLabels, resource } from './resource.ts';
import { optionsEndpoint, refreshEndpoint, resourceEndpoints } from './resource-endpoints.ts';
import { bodySchema, filterSchema, listSchema, rowSchema } from './schema.ts';

const lamp = resource({
  path: '/test/lamp',
  permission: 'test:lamp',
  texts: 'test.lamp',
  id: 'lampId',
  name: 'lampName',
  key: ['code'],
  order: [{ by: 'code' }],
  fields: {
    lampId: id(),
    code: text({ required: true, max: 8, pattern: '^[a-z]+$', search: 'like' }),
    ...nameFields('lampName', { required: true, max: 20 }),
    watts: integer({ min: 1, max: 500, search: 'exact' }),
    order: integer({ default: 0 }),
    colour: choice(['warm', 'cold'], { search: 'exact' }),
    mode: choice(['day', 'night'], { default: 'day' }),
    status: dict('sys_normal_disable', { required: true }),
    note: longText({ max: 100 }),
    createTime: createTime(),
  },
});

const accepts = (schema: TSchema) => {
  const validator = Compile(schema);
  return (value: unknown) => validator.Check(value);
};
const full = { code: 'a', lampName: 'A', status: '0' };

describe('a body', () => {
  const add = accepts(bodySchema(lamp, 'add'));
  const edit = accepts(bodySchema(lamp, 'edit'));

  it('has the writable fields, and for an edit the id', () => {
    const writable = [
      'code',
      'lampName',
      'lampNameEn',
      'lampNameFr',
      'watts',
      'order',
      'colour',
      'mode',
      'status',
      'note',
    ];
    expect(Object.keys(bodySchema(lamp, 'add').properties)).toEqual(writable);
    expect(Object.keys(bodySchema(lamp, 'edit').properties)).toEqual(['lampId', ...writable]);
    expect(add(full)).toBe(true);
    expect(edit(full)).toBe(false);
    expect(edit({ ...full, lampId: 1 })).toBe(true);
  });

  it.each<[string, object, boolean]>([
    ['is refused without a required field', { status: undefined }, false],
    ['is refused with null in a required field', { status: null }, false],
    ['may hold null in an optional field', { watts: null, colour: null, note: null, lampNameEn: null }, true],
    ['is refused with null in a field with a default', { order: null }, false],
    ['is refused with null in a choice with a default', { mode: null }, false],
    ['is refused with an unknown choice', { colour: 'green' }, false],
    ['is refused if a text does not match its pattern', { code: 'A1' }, false],
    ['is refused if a text is too long', { code: 'abcdefghi' }, false],
    ['is refused below a lower limit', { watts: 0 }, false],
    ['is refused above an upper limit', { watts: 501 }, false],
    ['is refused with decimals in a whole number', { watts: 1.5 }, false],
    ['is refused with a number that the column cannot hold', { order: 2147483648 }, false],
  ])('%s', (_, change, fits) => {
    expect(add({ ...full, ...change })).toBe(fits);
  });

  it.each([0, -1, 1.5, 2147483648, '1', null])('is refused with the id %s', (lampId) => {
    expect(edit({ ...full, lampId })).toBe(false);
  });
});

describe('a flag', () => {
  const switched = { ...lamp, fields: { lampId: id(), lit: flag({ default: true }) } };

  it('is a boolean, optional in a body and always present in a row', () => {
    const add = accepts(bodySchema(switched, 'add'));
    expect([{ lit: true }, { lit: false }, {}].map(add)).toEqual([true, true, true]);
    expect([{ lit: 'true' }, { lit: 1 }, { lit: null }].map(add)).toEqual([false, false, false]);
    expect(accepts(rowSchema(switched))({ lampId: 1, lit: false })).toBe(true);
    expect(isInSheet(switched.fields.lit)).toBe(false);
  });
});

describe('a row', () => {
  it('has every field; optional ones may be null', () => {
    expect(Object.keys(Object(rowSchema(lamp)).properties)).toEqual(Object.keys(lamp.fields));
    const fits = accepts(rowSchema(lamp));
    const row = Object.fromEntries(Object.keys(lamp.fields).map((name) => [name, null]));
    expect(fits({ ...row, lampId: 1 })).toBe(true);
    expect(fits(row)).toBe(false);
  });
});

describe('a filter', () => {
  it('has the searchable fields, and a range in both spellings', () => {
    expect(Object.keys(filterSchema(lamp).properties)).toEqual([
      'code',
      'watts',
      'colour',
      'beginTime',
      'endTime',
      'params',
    ]);
    const fits = accepts(filterSchema(lamp));
    for (const moment of ['2026-01-31', '2026-01-31 08:00', '2026-01-31 08:00:00']) {
      expect(fits({ beginTime: moment, params: { endTime: moment } })).toBe(true);
    }
    for (const moment of ['31.01.2026', '2026-1-31', '2026-01-31T08:00:00', "2026-01-31' or true", '']) {
      expect(fits({ beginTime: moment })).toBe(false);
    }
    expect(fits({ watts: 2147483648 })).toBe(false);
  });

  it('has page and order as well, if it is the filter of a list', () => {
    const fits = accepts(listSchema(lamp));
    expect(fits({ pageNum: 1, pageSize: 1000, orderByColumn: 'code', isAsc: 'descending' })).toBe(true);
    for (const wrong of [
      { pageNum: 0 },
      { pageNum: 2147483648 },
      { pageSize: 0 },
      { pageSize: 1001 },
      { isAsc: 'x'.repeat(17) },
    ]) {
      expect(fits(wrong)).toBe(false);
    }
  });
});

describe('fields', () => {
  it('have their own label, or one of resource and name', () => {
    expect(fieldLabel(lamp, 'code')).toBe('test.lamp.fields.code');
    expect(fieldLabel(lamp, 'createTime')).toBe('kit.fields.createTime');
    expect(requestLabels(lamp)).toMatchObject({
      code: 'test.lamp.fields.code',
      lampId: 'kit.fields.id',
      beginTime: 'kit.fields.createTime',
      endTime: 'kit.fields.createTime',
    });
  });

  it('define where they are shown and whether they are writable', () => {
    const { lampId, createTime: created, code, lampNameEn } = lamp.fields;
    expect([lampId, created, code].map(isWritable)).toEqual([false, false, true]);
    expect([isIn(created, 'form'), isIn(created, 'table'), isIn(lampNameEn, 'table')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('show a name of three languages in the reader’s, or in Chinese as a fallback', () => {
    const row = { lampName: '灯', lampNameEn: 'Lamp', lampNameFr: '' };
    expect([localised(row, 'lampName', 'zh'), localised(row, 'lampName', 'en')]).toEqual(['灯', 'Lamp']);
    expect(localised(row, 'lampName', 'fr')).toBe('灯');
    expect(localised({}, 'lampName', 'en')).toBe('');
  });
});

describe('the endpoints of a resource', () => {
  it('have the family’s methods, paths and permissions, and our own for background work', () => {
    const list = Object.values(resourceEndpoints(lamp)).map(
      ({ method, path, access }) => `${method} ${path} ${access === 'session' ? access : access.permission}`,
    );
    expect(list).toEqual([
      'GET /test/lamp/list test:lamp:list',
      'GET /test/lamp/:id test:lamp:query',
      'POST /test/lamp test:lamp:add',
      'PUT /test/lamp test:lamp:edit',
      'DELETE /test/lamp/:ids test:lamp:remove',
      'POST /test/lamp/export test:lamp:export',
      'GET /test/lamp/export test:lamp:export',
      'POST /test/lamp/exportWork test:lamp:export',
      'POST /test/lamp/importTemplate session',
      'GET /test/lamp/importTemplate session',
      'POST /test/lamp/importData test:lamp:import',
      'POST /test/lamp/importWork test:lamp:import',
    ]);
    expect(optionsEndpoint(lamp)).toMatchObject({
      method: 'GET',
      path: '/test/lamp/optionselect',
      access: 'session',
    });
    expect(refreshEndpoint(lamp)).toMatchObject({
      method: 'DELETE',
      path: '/test/lamp/refreshCache',
      aliases: ['/test/lamp/clearCache'],
      access: { permission: 'test:lamp:remove' },
    });
  });

  it.each([
    ['1', true],
    ['1,2,3', true],
    ['1,', false],
    ['a', false],
    ['1;2', false],
    ['12345678901', false],
    [Array.from({ length: 1001 }, () => '1').join(','), false],
  ])('accept "%.20s" as ids to remove: %s', (ids, fits) => {
    expect(accepts(resourceEndpoints(lamp).remove.params)({ ids })).toBe(fits);
  });
});

describe('numbers, secrets and parts', () => {
  const scale = resource({
    path: '/test/scale',
    permission: 'test:scale',
    texts: 'test.scale',
    id: 'scaleId',
    name: 'code',
    key: ['code'],
    order: [{ by: 'code' }],
    fields: {
      scaleId: id(),
      code: text({ max: 8 }),
      factor: number({ min: 0.5, max: 2 }),
      pin: secret({ max: 4, pattern: '^[0-9]+$' }),
      marks: parts({ max: 2, of: { at: number({ required: true }), label: text({ max: 5 }) } }),
      sides: parts({ max: 2, apart: true, of: { side: text({ max: 5 }) } }),
    },
  });
  const add = accepts(bodySchema(scale, 'add'));

  it('are accepted only within their bounds', () => {
    for (const factor of [0.5, 1.25, 2, null]) expect(add({ factor }), String(factor)).toBe(true);
    for (const factor of [0.4, 2.1, '1', true]) expect(add({ factor }), String(factor)).toBe(false);
    for (const pin of ['1234', true, false]) expect(add({ pin }), String(pin)).toBe(true);
    for (const pin of ['12345', 'abc', null]) expect(add({ pin }), String(pin)).toBe(false);
    for (const marks of [[], [{ at: 1 }], [{ at: 1, label: null }]]) expect(add({ marks })).toBe(true);
    for (const marks of [null, [{}], [{ at: 'x' }], [{ at: 1 }, { at: 2 }, { at: 3 }]])
      expect(add({ marks }), JSON.stringify(marks)).toBe(false);
  });

  it('are sent as numbers, booleans and lists; parts stored outside the row are optional', () => {
    const row = accepts(rowSchema(scale));
    const plain = { scaleId: 1, code: null, factor: 1.5, pin: true, marks: [{ at: 1, label: null }] };
    expect(row(plain)).toBe(true);
    expect(row({ ...plain, sides: [{ side: 'a' }] })).toBe(true);
    expect(row({ ...plain, pin: 'v1.sealed' })).toBe(false);
  });

  it('appear in sheets only if they are numbers', () => {
    const inSheet = Object.entries(scale.fields).filter(([, field]) => isInSheet(field));
    expect(inSheet.map(([name]) => name)).toEqual(['scaleId', 'code', 'factor']);
  });
});
