/** Flags of data rules, for other areas to show. */
export { describeFlagMark } from './shown/describe-flag-mark.ts';
export { type FlaggedPeriod, listFlaggedPeriods } from './shown/flag-marks.store.ts';
export { readRecentFlags } from './shown/recent-flags.ts';
