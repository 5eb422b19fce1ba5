import { DAY_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { beginSnapshot, type Connection, transact } from '../../../platform/db/transaction.ts';
import { type ChannelPlan, planChannels } from '../averaging/channel-plan.rule.ts';
import { formatUtcDay, joinReadings, replaceBlocks } from '../blocks/block.store.ts';
import type { SiteDevice } from '../device.ts';
import { beginWriting } from '../locks/month-lock.store.ts';
import { joinEntries } from '../merge.rule.ts';
import { isInRange } from '../range.rule.ts';
import { markDirty, mergeIntoStore, openStaging, type ReplacedValue, readingKey } from '../reading.store.ts';
import type { Reading, ReadingKey } from '../reading.ts';
import { readStoredReadings, type StoredReadings } from '../stored-readings.ts';
import { lockDay, lockSite } from './change.store.ts';
import {
  describeChange,
  floorToStep,
  mergeByKey,
  toStoredDigits,
  type WriterDeps,
} from './change-readings.ts';
import { type DataEntry, recordDataChanges, recordReplacedValues } from './data-log.store.ts';
import { describeReplaced } from './describe-replaced.ts';
import { importedEntry } from './edit.rule.ts';
import type { ImportBatch } from './import-batch.rule.ts';
import { refuseLockedMonths } from './refuse-locked-months.ts';
import type { ImportedRow, ImportOutcome, ImportPlan } from './requests.ts';
import { editStep, readStep, stepKind } from './step.rule.ts';

/** Days that ended earlier are packed, or soon will be, so imports write their blocks directly. */
const looseDays = 3;

/** The planned writes and outcomes of a batch. */
interface BatchDecision {
  outcomes: ImportOutcome[];
  readings: Reading[];
  entries: DataEntry[];
}

/** Imports rows of one site and a few days: all of them or none. */
export async function importBatch(
  parts: WriterDeps,
  device: SiteDevice,
  batch: ImportBatch,
  plan: ImportPlan,
): Promise<ImportOutcome[]> {
  const rows = batch.rows.map(({ row }) => row);
  const slots = [...new Set(rows.flatMap(({ values }) => values.map(([slot]) => slot)))];
  const times = rows.map(({ ts }) => ts);
  const bounds = [floorDay(Math.min(...times)), floorDay(Math.max(...times)) + DAY_MS] as const;
  const channels = planChannels(parts.directory.channels());
  const decide = async (client: Connection) => {
    const stored = await readStoredReadings(client, device.siteId, bounds, 'all');
    return { stored, ...decideRows(parts, device, rows, stored, channels, plan) };
  };
  if (plan.trial) return (await transact(parts.app.pool, decide, { begin: beginSnapshot })).outcomes;
  const isOld = await preparePartitions(parts, times);
  const { outcomes, readings } = await transact(
    parts.app.pool,
    async (client) => {
      await lockSite(client, device.siteId);
      await refuseLockedMonths(client, device.siteId, times, plan.step);
      for (let day = bounds[0]; day < bounds[1]; day += DAY_MS) if (isOld(day)) await lockDay(client, day);
      const decision = await decide(client);
      await write(client, parts, decision, isOld);
      if (decision.readings.length > 0) await parts.onChanged(client, decision.readings, findNew(decision));
      return decision;
    },
    { begin: beginWriting, prepare: (client) => openStaging(client, Math.max(0, ...slots)) },
  );
  await parts.onWritten(readings.filter(({ ts }) => !isOld(ts)));
  return outcomes;
}

function findNew({ readings, stored }: BatchDecision & { stored: StoredReadings }): Set<Reading> {
  return new Set(readings.filter((reading) => !stored.byKey.has(readingKey(reading))));
}

function floorDay(moment: number): number {
  return Math.floor(moment / DAY_MS) * DAY_MS;
}

/** Creates the partitions that these moments need; returns which moments belong to packed days. */
async function preparePartitions(
  { app, partitions }: WriterDeps,
  times: readonly number[],
): Promise<(moment: number) => boolean> {
  const firstLoose = floorDay(app.clock.now().getTime()) - looseDays * DAY_MS;
  const isOld = (moment: number) => moment < firstLoose;
  await partitions.ensure(
    'reading',
    times.filter((moment) => !isOld(moment)),
  );
  const months = times
    .filter(isOld)
    .map((moment) => Date.parse(`${formatUtcDay(moment).slice(0, 7)}-01T00:00:00Z`));
  for (const table of ['reading_block', 'reading_block_value'] as const)
    await partitions.ensure(table, months);
  return isOld;
}

/** Compares rows with what is stored, value by value. */
function decideRows(
  { app, directory }: WriterDeps,
  device: SiteDevice,
  rows: readonly ImportedRow[],
  { byKey }: StoredReadings,
  { averagings }: ChannelPlan,
  plan: ImportPlan,
): BatchDecision {
  const { step, replace } = plan;
  const steps = Map.groupBy(byKey.values(), ({ ts }) => floorToStep(ts, step, device.zone));
  const decision: BatchDecision = { outcomes: [], readings: [], entries: [] };
  const now = app.clock.now().getTime();
  for (const { ts, values } of rows) {
    const place: ReadingKey = {
      siteId: device.siteId,
      kind: stepKind[step],
      ts,
      hour: floorToHour(ts, device.zone),
    };
    const stored = steps.get(ts) ?? [];
    const found: ImportOutcome[] = [];
    const parts: Reading[] = [];
    for (const [slot, value] of values) {
      const averaging = averagings.get(slot) ?? ({ by: 'mean' } as const);
      const current = readStep(stored, step, { slot, averaging, interval: device.interval });
      const channel = directory.findBySlot(slot);
      const inRange = !channel || isInRange(value, channel);
      if (!current.present) {
        found.push('added');
        parts.push(joinEntries(place, [importedEntry(slot, value, inRange)]));
      } else if (!inRange) {
        // A value out of range does not replace a stored one.
        found.push(current.outOfRange === value ? 'same' : 'kept');
      } else if (toStoredDigits(current.value) === toStoredDigits(value)) found.push('same');
      else if (!replace || current.derived) found.push('kept');
      else {
        found.push('replaced');
        parts.push(...editStep(stored, place, slot, { value }, now));
        const change = { change: { ts, slot, requested: { value } }, before: current.value, after: value };
        decision.entries.push(describeChange(change, device, directory, plan));
      }
    }
    decision.outcomes.push(strongest(found));
    decision.readings.push(...mergeByKey(parts));
  }
  return decision;
}

function strongest(found: readonly ImportOutcome[]): ImportOutcome {
  const order: ImportOutcome[] = ['replaced', 'added', 'kept', 'same'];
  return order.find((outcome) => found.includes(outcome)) ?? 'same';
}

async function write(
  client: Connection,
  { app, directory }: WriterDeps,
  { readings, entries, stored }: BatchDecision & { stored: StoredReadings },
  isOld: (moment: number) => boolean,
): Promise<void> {
  const { old = [], fresh = [] } = Object.groupBy(readings, ({ ts }) => (isOld(ts) ? 'old' : 'fresh'));
  const losses: ReplacedValue[] = [];
  if (fresh.length > 0) {
    const slots = [...new Set(fresh.flatMap((reading) => reading.slots))].toSorted((a, b) => a - b);
    losses.push(...(await mergeIntoStore(client, fresh, slots)).losses);
  }
  if (old.length > 0) await markDirty(client, old);
  for (const [day, ofDay] of Map.groupBy(old, ({ ts }) => floorDay(ts))) {
    const before = stored.packed.filter(({ ts }) => floorDay(ts) === day);
    const joined = joinReadings(before, ofDay);
    losses.push(...joined.losses);
    await replaceBlocks(client, formatUtcDay(day), new Map([[ofDay[0]?.siteId ?? 0, joined.readings]]));
  }
  const lost = losses.flatMap((loss) => describeReplaced(loss, directory));
  if (lost.length > 0) await recordReplacedValues(client, app.clock, lost);
  await recordDataChanges(client, app.clock, entries);
}
