import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { measureOf } from '@limpid/contract/alarm/alarm-measure';
import { describeParts, readParts } from '@limpid/contract/alarm/alarm-parts';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { toInstant } from '@limpid/contract/local-time';
import type { TFunction } from 'i18next';
import { describeComparison } from '../../lib/comparison.ts';

export type AlarmRow = RowOf<typeof alarmLog>;
export const alarmEndpoints = resourceEndpoints(alarmLog);

/** The address of an alarm in the alarm log. */
export const alarmAddress = (alarmId: number) => `/alarm/log?alarm=${alarmId}`;

/** The parts of the station that an alarm names as failed. */
export function nameParts({ detail }: Pick<AlarmRow, 'detail'>, t: TFunction): string {
  return describeParts(readParts(detail), (key, params) => t(key, params));
}

type AlarmValues = Pick<AlarmRow, 'alarmType' | 'value' | 'limitValue' | 'compare' | 'unit' | 'decimals'>;

/** The value of an alarm with its unit, and its limit. */
export function describeAlarmValue(alarm: AlarmValues, language: string): { value: string; limit: string } {
  return describeComparison({ ...alarm, ...measureOf(alarm), limit: alarm.limitValue }, language);
}

/** The moment of a date-time of the wire, in epoch milliseconds. */
export function readMoment(text: string, zone: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  return toInstant({ year, month, day, hour, minute, second, millisecond: 0 }, zone);
}
