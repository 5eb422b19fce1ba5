import { defineTopic } from '../../platform/bus-topic.ts';

/** Published after a person has corrected, restored or imported readings. */
export const readingsChanged = defineTopic('reading.changed');
