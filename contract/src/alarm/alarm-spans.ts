import Type, { type Static } from 'typebox';
import { channelCodes, seriesLabels, seriesRange } from '../data/series.ts';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';
import { chosenIndex } from '../map/indices.ts';
import { compareMethods, severities } from './alarm-rule.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);
const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const maxSites = 20;
export const maxAlarmSpans = 500;

const alarmSpan = Type.Object({
  alarmId: Type.Integer(),
  siteId: Type.Integer(),
  /** Null for an alarm of the whole station; `indexCode` for one of the index. */
  channel: nullableText,
  alarmType: Type.String(),
  severity: Type.Enum([...severities]),
  ruleName: Type.String(),
  value: nullableNumber,
  limit: nullableNumber,
  compare: Type.Union([Type.Enum([...compareMethods]), Type.Null()]),
  unit: nullableText,
  decimals: nullableNumber,
  from: Type.Integer(),
  /** Null while the alarm is active. */
  to: Type.Union([Type.Integer(), Type.Null()]),
});
export type AlarmSpan = Static<typeof alarmSpan>;

/**
 * The alarms of sites that were active within a range, the latest first: those of the channels and the index, and those of
 * the whole station. Sites outside the data scope have none.
 */
export const listAlarmSpans = endpoint({
  method: 'GET',
  path: '/alarm/log/spans',
  access: { permission: 'alarm:log:list' },
  query: Type.Object({
    siteIds: Type.Array(siteId, { minItems: 1, maxItems: maxSites }),
    channels: Type.Optional(channelCodes),
    index: chosenIndex,
    ...seriesRange,
  }),
  reply: reply.data(
    Type.Object({
      alarms: Type.Array(alarmSpan),
      /** False if there are more than one response can have. */
      isComplete: Type.Boolean(),
    }),
  ),
  texts: 'alarm.log',
  labels: seriesLabels,
});
