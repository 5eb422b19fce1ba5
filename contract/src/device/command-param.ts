import { auditFields, choice, createTime, id, nameFields, number, remark, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { commandCodePattern } from './command.ts';

/** How the value of a parameter is given and written; times are of the device's own clock, `hourMinute` has no seconds. */
export const paramTypes = [
  'integer',
  'number',
  'text',
  'choice',
  'time',
  'timeOfDay',
  'hourMinute',
  'channel',
  'password',
] as const;
export type ParamType = (typeof paramTypes)[number];

/** A parameter of all commands with this code. */
export const commandParam = resource({
  path: '/basic/commandParam',
  permission: 'basic:commandParam',
  texts: 'device.commandParam',
  id: 'paramId',
  name: 'paramName',
  key: ['commandCode', 'paramCode'],
  order: [{ by: 'commandCode' }, { by: 'paramId' }],
  fields: {
    paramId: { ...id(), notIn: ['table'] },
    commandCode: text({ required: true, max: 4, search: 'like', pattern: commandCodePattern }),
    paramCode: text({ required: true, max: 32, search: 'like', pattern: '^[A-Za-z][\\w-]*$' }),
    ...nameFields('paramName', { required: true, max: 50, search: 'like' }),
    paramType: choice(paramTypes, { required: true, default: 'number', search: 'exact' }),
    unit: text({ max: 20 }),
    minValue: number({ decimals: 6 }),
    maxValue: number({ decimals: 6 }),
    /** The values to choose from, separated by commas. */
    choices: text({ max: 500 }),
    /** `now` is the time at which the command is sent. */
    defaultValue: text({ max: 100 }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form', 'sheet'] },
    ...auditFields(),
  },
});
