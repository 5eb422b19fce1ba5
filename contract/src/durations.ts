/** Lengths of time in milliseconds. A day is 24 hours; days of a time zone are those of `dayBounds`. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const DAY_MINUTES = 24 * 60;

/** How far clocks in China are ahead of UTC, all year and in the whole country. */
export const chinaOffsetMs = 8 * HOUR_MS;
