import { defineTopic } from '../../platform/bus-topic.ts';

/** Published after hours that have ended were rolled up, for the first time or again. */
export const hoursRolledUp = defineTopic('rollup.hours');
