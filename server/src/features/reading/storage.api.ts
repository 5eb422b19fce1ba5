/** How readings, hours and days are stored: for ingest, which writes them, and for roll-ups. Other areas use `reading.api.ts`. */

export { formatUtcDay } from './blocks/block.store.ts';
export { recordReplacedValues } from './changes/data-log.store.ts';
export { describeReplaced } from './changes/describe-replaced.ts';
export {
  listDaysWithoutColumns,
  makeDayColumns,
  removeDayColumns,
  removeExpiredColumns,
} from './columns/day-columns.store.ts';
export { listSitesWithoutBlock, makeHourBlocks, removeHourBlocks } from './columns/hour-blocks.store.ts';
export { findMonth, findNextMonth } from './columns/month.rule.ts';
export {
  type CountedHour,
  countReadings,
  type MeasuredReadings,
  measureReadings,
  type ReadingSpan,
} from './in-order/count-readings.store.ts';
export {
  eachReadingMoment,
  type Following,
  type PackedReadings,
  readDayFrom,
  readFollowing,
  readNewest,
} from './in-order/in-order.store.ts';
export { findSpansWithReadings } from './in-order/spans-with-readings.store.ts';
export { dayIndexColumns } from './index-columns.ts';
export { packDays } from './packed/packing.ts';
export {
  findPartitionDate,
  listPartitionNames,
  listPartitionsBefore,
  lockConflicts,
} from './partitions/partitions.store.ts';
export { openPartitions, type Partitions } from './partitions/partitions.ts';
export { getRetentionDays } from './partitions/retention.ts';
export { rebuildHoursForZone } from './partitions/schema.store.ts';
export { type PeriodSummary, type PeriodTable, readMeans, readPeriods } from './period.store.ts';
export {
  type EarlierReadings,
  type OnChanged,
  type OnStored,
  type ReadingRow,
  type ReplacedValue,
  readingKey,
  storeReadings,
  toReading,
} from './reading.store.ts';
export { readSamples } from './sample.store.ts';
