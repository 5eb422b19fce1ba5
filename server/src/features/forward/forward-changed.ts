import { defineTopic } from '../../platform/bus-topic.ts';

/** Targets were added, changed or removed: delivery loads them again. */
export const forwardTargetsEdited = defineTopic('forward.edited');
/** Gaps of reissues were added, paused, resumed or removed: delivery looks at them again. */
export const forwardGapsEdited = defineTopic('forward.gaps');
/** Targets have changed their state or their numbers, for screens. */
export const forwardTargetsChanged = defineTopic('forward.changed');
