import { choice, dict, flag, id, integer, number, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { compareMethods, ruleBases, ruleIndices } from './alarm-rule.ts';

/** How an alarm ended; `noData`: values stopped, so that the state of the condition is unknown. */
const endReasons = ['recovered', 'person', 'unstable', 'withdrawn', 'rule', 'noData'] as const;
export type EndReason = (typeof endReasons)[number];

/** What happened to an alarm, in the order of time. */
export const alarmEvents = [
  'raised',
  'repeated',
  'reminded',
  'acknowledged',
  'commented',
  'muted',
  'unmuted',
  'ended',
] as const;
export type AlarmEvent = (typeof alarmEvents)[number];

/** Alarms, one row from being raised to its end. */
export const alarmLog = resource({
  path: '/alarm/log',
  permission: 'alarm:log',
  texts: 'alarm.log',
  id: 'alarmId',
  name: 'siteName',
  key: ['alarmId'],
  order: [
    { by: 'raisedAt', desc: true },
    { by: 'alarmId', desc: true },
  ],
  sortable: ['severity', 'siteName', 'raisedAt', 'endedAt'],
  without: ['add', 'edit', 'remove', 'import'],
  fields: {
    alarmId: { ...id(), notIn: ['table'] },
    severity: dict('alarm_severity', { search: 'anyOf', readOnly: true, sortedBy: 'severityRank' }),
    siteId: ref({ notIn: ['table'], search: 'anyOf', readOnly: true }),
    siteName: text({ max: 100, search: 'known', readOnly: true }),
    entityId: ref({ notIn: ['table'], search: 'exact', readOnly: true }),
    entityName: text({ max: 64, readOnly: true, translated: true, onDemand: true }),
    entityNameEn: text({ max: 64, readOnly: true, notIn: ['table', 'sheet'] }),
    entityNameFr: text({ max: 64, readOnly: true, notIn: ['table', 'sheet'] }),
    deptId: ref({ notIn: ['table', 'sheet'], search: 'below', readOnly: true }),
    ruleId: ref({ notIn: ['table', 'sheet'], search: 'exact', readOnly: true }),
    ruleName: text({ max: 64, readOnly: true, onDemand: true, search: 'known' }),
    alarmType: dict('alarm_type', { search: 'anyOf', readOnly: true }),
    channelId: ref({ notIn: ['table', 'sheet'], search: 'exact', readOnly: true }),
    channelCode: text({ max: 50, readOnly: true, notIn: ['table'] }),
    channelName: text({ max: 64, readOnly: true, translated: true, onDemand: true }),
    channelNameEn: text({ max: 64, readOnly: true, notIn: ['table', 'sheet'] }),
    channelNameFr: text({ max: 64, readOnly: true, notIn: ['table', 'sheet'] }),
    unit: text({ max: 20, readOnly: true, notIn: ['table'] }),
    decimals: integer({ readOnly: true, notIn: ['table', 'sheet'] }),
    /** Instead of a channel. */
    indexCode: choice(ruleIndices, { readOnly: true, notIn: ['table', 'sheet'] }),
    basis: choice(ruleBases, { readOnly: true, notIn: ['table'] }),
    /** How the value was compared with the limit. */
    compare: choice(compareMethods, { readOnly: true, notIn: ['table'] }),
    /** The value that raised the alarm, the limit it was compared with, and the worst value since. */
    value: number({ readOnly: true }),
    limitValue: number({ readOnly: true, notIn: ['table'] }),
    peak: number({ readOnly: true, onDemand: true }),
    peakAt: { kind: 'dateTime', readOnly: true, notIn: ['table'] },
    lastValue: number({ readOnly: true, notIn: ['table'] }),
    raisedAt: { kind: 'dateTime', readOnly: true, search: 'range' },
    endedAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    /** Up to the end or to now. */
    seconds: integer({ readOnly: true, onDemand: true }),
    /** Running, or ended. */
    state: choice(['active', 'ended'], { search: 'exact', readOnly: true }),
    endReason: choice(endReasons, { readOnly: true, onDemand: true }),
    endedBy: text({ max: 64, readOnly: true, onDemand: true }),
    /** Cleared by a person while the condition was still met. */
    stillMet: flag({ default: false, readOnly: true, notIn: ['table'] }),
    /** Whether the condition of a running alarm is met now. */
    isMet: flag({ default: false, readOnly: true, notIn: ['table', 'sheet'] }),
    /** How long after a manual clear a condition that is still met raises the alarm again; 0 never does. */
    remindMinutes: integer({ readOnly: true, notIn: ['table', 'sheet'] }),
    acknowledgedBy: text({ max: 64, readOnly: true, onDemand: true }),
    acknowledgedAt: { kind: 'dateTime', readOnly: true, notIn: ['table'] },
    mutedUntil: { kind: 'dateTime', readOnly: true, notIn: ['table'] },
    repeats: integer({ readOnly: true, onDemand: true }),
    /** Raised by values that arrived late; no notification was sent. */
    historical: flag({ default: false, readOnly: true, notIn: ['table'] }),
    /** Further facts by name, such as the content of a station's report. */
    detail: { kind: 'json', readOnly: true, notIn: ['table', 'form', 'sheet'] },
    zone: text({ max: 64, readOnly: true, notIn: ['table', 'sheet'] }),
    simulated: flag({ default: false, notIn: ['table'], readOnly: true }),
  },
});
