import { defineTopic } from '../../platform/bus-topic.ts';

/** The lease of the process that controls cannons. */
export const fogCannonLease = 'fogcannon';

/** Cannons were added, changed or removed: the process that controls them loads them again. */
export const cannonsEdited = defineTopic('fogcannon.edited');
/** An order was stored: the process that controls cannons sends it. */
export const cannonOrdered = defineTopic('fogcannon.ordered');
/** A cannon was switched or has changed its state, for screens. */
export const cannonStateChanged = defineTopic('fogcannon.state');
/** Linkage rules were added, changed or removed: the process that controls cannons loads them again. */
export const linkagesEdited = defineTopic('fogcannon.linkages');
/** A rule has decided something, for screens. */
export const linkageDecided = defineTopic('fogcannon.decided');
