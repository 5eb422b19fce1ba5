import {
  auditFields,
  choice,
  createTime,
  dict,
  flag,
  id,
  longText,
  nameFields,
  refs,
  remark,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** The CN of a command. */
export const commandCodePattern = '^\\d{4}$';
export const commandVersions = ['2005', '2017', '2025'] as const;

const deviceTypes = {
  label: 'device.command.fields.deviceTypes',
  max: 1000,
  readOnly: true,
  notIn: ['table', 'form', 'sheet'],
} as const;

/** A command that the platform can send to devices. Several commands may share a code and differ in their parameters. */
export const basicCommand = resource({
  path: '/basic/command',
  permission: 'basic:command',
  texts: 'device.command',
  id: 'commandId',
  name: 'commandName',
  key: ['commandName'],
  order: [{ by: 'commandCode' }, { by: 'commandId' }],
  fields: {
    commandId: { ...id(), notIn: ['table'] },
    commandCode: text({ required: true, max: 4, search: 'like', pattern: commandCodePattern }),
    ...nameFields('commandName', { required: true, max: 50, search: 'like' }),
    commandType: dict('device_command_type', { required: true, default: '0', search: 'exact' }),
    /** The command in whose group this one is shown. */
    parentCode: text({ max: 4, pattern: commandCodePattern, onDemand: true }),
    /** The CP, in which `{code}` stands for a parameter. */
    configParams: longText({ max: 900 }),
    /** The first and the last version of the protocol with this command. */
    sinceVersion: choice(commandVersions, { default: '2005', onDemand: true }),
    untilVersion: choice(commandVersions, { default: '2025', onDemand: true }),
    /** None means every type of device with such a protocol. */
    deviceTypeIds: refs({ shows: 'deviceTypes' }),
    deviceTypes: text({ ...deviceTypes, notIn: ['form', 'sheet'], translated: true }),
    deviceTypesEn: text(deviceTypes),
    deviceTypesFr: text(deviceTypes),
    /** The number of devices has to be typed in before it is sent. */
    dangerous: flag({ default: false }),
    status: dict('sys_normal_disable', { search: 'exact', default: '0' }),
    remark: remark(),
    createTime: { ...createTime(), search: undefined, notIn: ['table', 'form', 'sheet'] },
    ...auditFields(),
  },
});
