import { choice, dict, flag, id, integer, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** From the order of a command to its result. */
export const commandStates = [
  'queued',
  'sent',
  'accepted',
  'answered',
  'done',
  'noValue',
  'failed',
  'refused',
  'timedOut',
  'cancelled',
  'interrupted',
  'offline',
] as const;

export type CommandState = (typeof commandStates)[number];

/** The states of a command that has not ended. */
export const openCommandStates: readonly string[] = ['queued', 'sent', 'accepted', 'answered'];

/** What a device has sent unasked is no command. */
const logStates = [...commandStates, 'received'] as const;

/** Commands to devices and what became of them, and what devices send unasked. */
export const deviceLog = resource({
  path: '/device/log',
  permission: 'device:log',
  texts: 'device.log',
  id: 'logId',
  name: 'siteName',
  key: ['logId'],
  order: [
    { by: 'dataTime', desc: true },
    { by: 'logId', desc: true },
  ],
  sortable: ['dataTime', 'logId'],
  without: ['add', 'edit', 'remove', 'import'],
  fields: {
    logId: { ...id(), notIn: ['table'] },
    dataTime: { kind: 'dateTime', readOnly: true, search: 'range' },
    siteName: text({ max: 100, search: 'like', readOnly: true }),
    /** Shown below the name of the site. */
    deviceSn: text({ max: 64, search: 'like', readOnly: true, onDemand: true }),
    commandCode: text({ max: 4, search: 'exact', readOnly: true, onDemand: true }),
    commandName: text({ max: 50, readOnly: true, translated: true }),
    commandNameEn: text({ max: 50, readOnly: true, notIn: ['table', 'sheet'] }),
    commandNameFr: text({ max: 50, readOnly: true, notIn: ['table', 'sheet'] }),
    state: choice(logStates, { search: 'exact', readOnly: true }),
    resultDesc: text({ max: 200, readOnly: true, keyed: true }),
    /** Shown below the name of the command. */
    logType: dict('device_command_type', { search: 'exact', readOnly: true, onDemand: true }),
    userName: text({ max: 64, search: 'like', readOnly: true }),
    seconds: { kind: 'number', readOnly: true, decimals: 1 },
    sentAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    acceptedAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    answeredAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    endedAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    sent: integer({ readOnly: true, onDemand: true }),
    packets: integer({ readOnly: true, onDemand: true }),
    lateAnswers: integer({ readOnly: true, onDemand: true }),
    request: longText({ max: 2000, readOnly: true, onDemand: true }),
    response: longText({ max: 20000, readOnly: true, onDemand: true }),
    siteId: ref({ notIn: ['table', 'sheet'], search: 'exact', readOnly: true }),
    /** Whether the caller may cancel it: it has not ended, and they may order such a command for this site. */
    cancellable: flag({ default: false, notIn: ['table', 'sheet'], readOnly: true }),
    batchId: text({ max: 36, notIn: ['table', 'sheet'], readOnly: true }),
    deptId: ref({ notIn: ['table', 'sheet'], search: 'below', readOnly: true }),
  },
});
