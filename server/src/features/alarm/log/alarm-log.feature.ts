import { alarmLog } from '@limpid/contract/alarm/alarm-log';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';

/** Alarms; only the evaluation adds them. */
export function addAlarmLog(app: App): void {
  crud(app, alarmLog, { table: 'alarmLog', view: 'alarmLogRow', scope: { dept: 'deptId' } });
}
