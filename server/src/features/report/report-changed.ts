import { defineTopic } from '../../platform/bus-topic.ts';

/** Reports wait to be made: workers look at once. */
export const reportsWaiting = defineTopic('report.waiting');
/** Messages about reports wait to be sent. */
export const reportMessagesWaiting = defineTopic('report.messages');
/** Reports were asked for, made, signed or removed, for screens. */
export const reportsChanged = defineTopic('report.changed');
