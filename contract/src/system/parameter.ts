import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { createTime, dict, id, longText, nameFields, remark, secret, text } from '../kit/field.ts';
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
    ...nameFields('configName', { required: true, max: 100, search: 'like' }),
    configKey: text({ required: true, max: 100, search: 'like' }),
    isSecret: dict('sys_yes_no', { default: 'N', notIn: ['table'] }),
    /** Always empty if the parameter is secret. */
    configValue: longText({ max: 10_000 }),
    /** Sent as a boolean: whether the secret is set. */
    secretValue: secret({ max: 10_000 }),
    configType: dict('sys_yes_no', { search: 'exact', default: 'N' }),
    remark: remark(),
    createTime: createTime(),
  },
});

/** Keys that every session may read, because the console and the family's clients need them for display. */
export const openParameterKeys: ReadonlySet<string> = new Set([
  'global_custom_config',
  'sys.index.showSettings',
  'sys.index.skinName',
  'sys.index.sideTheme',
  'sys.account.captchaEnabled',
  'sys.account.registerUser',
]);

/** Keys outside the open list need `system:config:query`; a secret is never sent. */
export const readParameter = endpoint({
  method: 'GET',
  path: '/system/config/configKey/:configKey',
  access: 'session',
  params: Type.Object({ configKey: Type.String({ minLength: 1, maxLength: 100 }) }),
  reply: reply.message,
  texts: parameter.texts,
});
