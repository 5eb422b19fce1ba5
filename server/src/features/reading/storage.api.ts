/** How readings, hours and days are stored: for ingest, which writes them, and for roll-ups. Other areas use `reading.api.ts`. */
export { recordReplacedValues } from './changes/data-log.store.ts';
export { describeLoss } from './changes/describe-loss.ts';
export { dayOf } from './packed/block.store.ts';
export { packDays } from './packed/packing.ts';
export { keepPartitions, type Partitions } from './partitions/keep-partitions.ts';
export { inTheWay, listBefore } from './partitions/partitions.store.ts';
export { daysKept } from './partitions/retention.ts';
export { recutHours } from './partitions/schema.store.ts';
export { type Period, type PeriodTable, readPeriods } from './period.store.ts';
export { type Loss, placeOf, type StoredRow, storeReadings, toReading } from './reading.store.ts';
export { readSamples } from './sample.store.ts';
