import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger, plainPattern } from '../kit/schema.ts';
import { alarmEvents } from './alarm-log.ts';
import { severities } from './alarm-rule.ts';

const id = Type.Integer({ minimum: 1, maximum: maxInteger });
const alarmIds = Type.Array(id, { minItems: 1, maxItems: 1000 });
const comment = Type.String({ minLength: 1, maxLength: 500, pattern: plainPattern });
const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);
const texts = 'alarm.log';

/** How many of the alarms changed; the others were in that state already. */
const outcome = Type.Object({ changed: Type.Integer(), unchanged: Type.Integer() });
export type AlarmOutcome = Static<typeof outcome>;

export const acknowledgeAlarms = endpoint({
  method: 'PUT',
  path: '/alarm/log/acknowledge',
  access: { permission: 'alarm:log:ack' },
  body: Type.Object({ alarmIds, comment: Type.Optional(comment) }),
  reply: reply.data(outcome),
  texts,
});

export const commentAlarms = endpoint({
  method: 'POST',
  path: '/alarm/log/comment',
  access: { permission: 'alarm:log:ack' },
  body: Type.Object({ alarmIds, comment }),
  reply: reply.data(outcome),
  texts,
});

export const maxMuteDays = 30;

/** A muted alarm keeps running without repeating its message. */
export const muteAlarms = endpoint({
  method: 'PUT',
  path: '/alarm/log/mute',
  access: { permission: 'alarm:log:mute' },
  body: Type.Object({
    alarmIds,
    /** Epoch milliseconds. */
    until: Type.Integer({ minimum: 0, maximum: 253_402_300_799_000 }),
    comment: Type.Optional(comment),
  }),
  reply: reply.data(outcome),
  texts,
});

export const unmuteAlarms = endpoint({
  method: 'PUT',
  path: '/alarm/log/unmute',
  access: { permission: 'alarm:log:mute' },
  body: Type.Object({ alarmIds }),
  reply: reply.data(outcome),
  texts,
});

/** Ends alarms. One whose condition is still met is raised again after the rule's time to remind. */
export const clearAlarms = endpoint({
  method: 'PUT',
  path: '/alarm/log/clear',
  access: { permission: 'alarm:log:clear' },
  body: Type.Object({ alarmIds, comment: Type.Optional(comment) }),
  reply: reply.data(outcome),
  texts,
});

const alarmEventRow = Type.Object({
  eventId: Type.Integer(),
  event: Type.Enum([...alarmEvents]),
  at: Type.String(),
  userName: nullableText,
  value: nullableNumber,
  comment: nullableText,
});
export type AlarmEventRow = Static<typeof alarmEventRow>;

/** What happened to an alarm, oldest first. */
export const listAlarmEvents = endpoint({
  method: 'GET',
  path: '/alarm/log/events',
  access: { permission: 'alarm:log:list' },
  query: Type.Object({ alarmId: id }),
  reply: reply.data(Type.Array(alarmEventRow)),
  texts,
});

const severityCounts = Type.Object({
  info: Type.Integer(),
  minor: Type.Integer(),
  major: Type.Integer(),
  critical: Type.Integer(),
});
export type SeverityCounts = Static<typeof severityCounts>;

/** The number of active alarms. */
export const countActiveAlarms = endpoint({
  method: 'GET',
  path: '/alarm/log/counts',
  access: { permission: 'alarm:log:list' },
  reply: reply.data(
    Type.Object({ total: Type.Integer(), unacknowledged: Type.Integer(), bySeverity: severityCounts }),
  ),
  texts,
});
export type ActiveAlarmCounts = Static<(typeof countActiveAlarms)['reply']['schema']>;

const siteAlarms = Type.Object({
  siteId: Type.Integer(),
  /** The highest of the site's active alarms. */
  severity: Type.Enum([...severities]),
  count: Type.Integer(),
  unacknowledged: Type.Integer(),
});
export type SiteAlarms = Static<typeof siteAlarms>;

/** The sites that have active alarms. */
export const listSitesInAlarm = endpoint({
  method: 'GET',
  path: '/alarm/log/sites',
  access: { permission: 'alarm:log:list' },
  reply: reply.data(Type.Array(siteAlarms)),
  texts,
});

const moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799_000 });
const group = { count: Type.Integer(), seconds: Type.Integer() };

/** Alarms raised within a period; historical ones do not count towards the time to acknowledge. */
export const alarmStatistics = endpoint({
  method: 'GET',
  path: '/alarm/log/statistics',
  access: { permission: 'alarm:log:list' },
  query: Type.Object({ from: moment, to: moment, siteId: Type.Optional(id) }),
  reply: reply.data(
    Type.Object({
      total: Type.Integer(),
      active: Type.Integer(),
      acknowledged: Type.Integer(),
      /** Seconds from being raised to being acknowledged. */
      acknowledgeMedian: nullableNumber,
      acknowledgeP90: nullableNumber,
      bySeverity: severityCounts,
      byType: Type.Array(Type.Object({ alarmType: Type.String(), count: Type.Integer() })),
      /** By hour of day on the clock of the site, from 0 to 23. */
      byHour: Type.Array(Type.Integer()),
      /** The sites and rules with the most alarms, and how long these lasted. */
      bySite: Type.Array(Type.Object({ siteId: Type.Integer(), siteName: Type.String(), ...group })),
      byRule: Type.Array(
        Type.Object({ ruleId: Type.Union([Type.Integer(), Type.Null()]), ruleName: Type.String(), ...group }),
      ),
    }),
  ),
  texts,
});
export type AlarmStatistics = Static<(typeof alarmStatistics)['reply']['schema']>;
