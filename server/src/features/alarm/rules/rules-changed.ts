import { defineTopic } from '../../../platform/bus-topic.ts';

/** Published after rules were added, changed or removed. */
export const alarmRulesChanged = defineTopic('alarm.rules');
