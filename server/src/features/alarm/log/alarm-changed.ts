import { defineTopic } from '../../../platform/bus-topic.ts';

/** Published with every change of alarms, in its transaction. */
export const alarmChanged = defineTopic('alarm.changed');
