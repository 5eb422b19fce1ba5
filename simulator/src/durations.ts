/**
 * Lengths of time in milliseconds. The contract has the same, but the simulator imports the protocol only, as devices know
 * nothing else of the platform; and no package may be imported by both.
 */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
