/** Flags of data rules, for other areas to show. */
export { describeFlagMark, describeFlagSummary, writeHourFlags } from './shown/describe-flag-mark.ts';
export { type FlaggedPeriod, listFlaggedPeriods, readFlagMarks } from './shown/flag-marks.store.ts';
export { countSpanFlags } from './shown/flag-summary.store.ts';
export { listRecentlyFlagged, readFlagsOfHours, readRecentFlags } from './shown/recent-flags.ts';
export { type FlaggedHours, joinChannels, summariseFlags } from './shown/summarise-flags.rule.ts';
