import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, createTime, dict, id, integer, nameFields, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { rowSchema } from '../kit/schema.ts';

const typePattern = '^[a-z][a-z0-9_]*$';

export const dictType = resource({
  path: '/system/dict/type',
  permission: 'system:dict',
  texts: 'system.dictType',
  id: 'dictId',
  name: 'dictName',
  key: ['dictType'],
  order: [{ by: 'dictId' }],
  cached: true,
  fields: {
    dictId: id(),
    ...nameFields('dictName', { required: true, max: 100, search: 'like' }),
    dictType: text({ required: true, max: 100, search: 'like', pattern: typePattern }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: createTime(),
  },
});

export const dictData = resource({
  path: '/system/dict/data',
  permission: 'system:dict',
  texts: 'system.dictData',
  id: 'dictCode',
  name: 'dictLabel',
  key: ['dictType', 'dictValue'],
  order: [{ by: 'dictSort' }, { by: 'dictCode' }],
  fields: {
    dictCode: id(),
    dictType: text({ required: true, max: 100, search: 'exact', pattern: typePattern, notIn: ['table'] }),
    ...nameFields('dictLabel', { required: true, max: 100, search: 'like' }),
    dictValue: text({ required: true, max: 100 }),
    dictSort: integer({ required: true, min: 0, max: 9999, default: 0 }),
    listClass: choice(['default', 'primary', 'success', 'info', 'warning', 'danger'], { default: 'default' }),
    cssClass: text({ max: 100, notIn: ['table'] }),
    isDefault: dict('sys_yes_no', { default: 'N', notIn: ['table'] }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: createTime(),
  },
});

/** The enabled entries of one dictionary, labels in the language of the request. */
export const readDictionary = endpoint({
  method: 'GET',
  path: '/system/dict/data/type/:dictType',
  aliases: ['/system/dict/data/dictType/:dictType'],
  access: 'session',
  beforePassword: true,
  params: Type.Object({ dictType: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: reply.data(Type.Array(rowSchema(dictData))),
  texts: dictData.texts,
});
