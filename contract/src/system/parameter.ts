import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { createTime, dict, id, longText, names, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const parameter = resource({
  path: '/system/config',
  permission: 'system:config',
  texts: 'system.parameter',
  id: 'configId',
  name: 'configName',
  key: ['configKey'],
  order: [{ by: 'configId' }],
  cached: true,
  fields: {
    configId: id(),
    ...names('configName', { required: true, max: 100, search: 'like' }),
    configKey: text({ required: true, max: 100, search: 'like' }),
    configValue: longText({ max: 10_000 }),
    configType: dict('sys_yes_no', { search: 'exact', default: 'N' }),
    remark: remark(),
    createTime: createTime(),
  },
});

export const readParameter = endpoint({
  method: 'GET',
  path: '/system/config/configKey/:configKey',
  access: 'session',
  params: Type.Object({ configKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: reply.message,
  texts: parameter.texts,
});
