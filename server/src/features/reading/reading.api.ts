/** Stored readings for other areas: reading, correcting and importing them. */

export { findWindChannels } from './averaging/channel-plan.rule.ts';
export {
  type ChangeGroup,
  listChangeGroups,
  listManualChanges,
  listStandingChanges,
} from './changes/data-log.store.ts';
export type { ReadingWriter } from './changes/reading-writer.ts';
export type {
  ImportedRow,
  ImportOutcome,
  ImportPlan,
  SiteChanges,
  ValueChange,
  ValueStep,
} from './changes/requests.ts';
export { type DayColumns, type DayItem, readDayColumns } from './columns/day-columns.store.ts';
export { readHourColumns } from './columns/hour-columns.store.ts';
export { openPlaces } from './columns/site-columns.ts';
export type { StoredChannel } from './device.ts';
export { drawLine } from './draw-line.rule.ts';
export { dayIndexColumns } from './index-columns.ts';
export { ensureSlot, recheckRange, removeReadings } from './partitions/schema.store.ts';
export { presentReading } from './present-value.rule.ts';
export { isInRange } from './range.rule.ts';
export type { RawHour } from './raw-hours/raw-hour.rule.ts';
export { readRawHours } from './raw-hours/raw-hours.ts';
export type { ReadingSource, StoredPeriod } from './reading-source.ts';
export type { ReadRemarks } from './remarks/read-remarks.ts';
export type { Points, Series } from './series.ts';
