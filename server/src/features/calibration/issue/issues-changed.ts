import { defineTopic } from '../../../platform/bus-topic.ts';

/** An issue has come into another state, for screens. */
export const issuesChanged = defineTopic('calibration.issued');
