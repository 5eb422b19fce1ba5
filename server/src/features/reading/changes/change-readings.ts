import { DAY_MS } from '@limpid/contract/durations';
import { type ErrorKey, fail } from '@limpid/contract/errors';
import { floorToHour, formatLocalTime } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { type ChannelPlan, planChannels } from '../averaging/channel-plan.rule.ts';
import { applyCoefficients } from '../correct.rule.ts';
import type { SiteDevice, SiteDirectory } from '../device.ts';
import { beginWriting } from '../locks/month-lock.store.ts';
import { mergeReadings } from '../merge.rule.ts';
import type { Partitions } from '../partitions/partitions.ts';
import { presentValue } from '../present-value.rule.ts';
import { mergeIntoStore, type OnChanged, openStaging, readingKey } from '../reading.store.ts';
import type { Reading, ReadingKey } from '../reading.ts';
import { withSpeed } from '../reading-source.ts';
import { readStoredReadings } from '../stored-readings.ts';
import { lockSite } from './change.store.ts';
import { type CorrectedEntry, recordCorrection, recordReplacedValues } from './data-log.store.ts';
import { describeReplaced } from './describe-replaced.ts';
import { refuseLockedMonths } from './refuse-locked-months.ts';
import type { Author, SiteChanges, ValueChange, ValueStep } from './requests.ts';
import { acceptStep, editStep, readStep, stepKind, stepMs } from './step.rule.ts';

export interface WriterDeps {
  app: Pick<App, 'pool' | 'clock'>;
  directory: SiteDirectory;
  partitions: Partitions;
  /** Runs in the transaction that writes the readings. */
  onChanged: OnChanged;
  /** Called with the written readings, so that the latest values follow. */
  onWritten(readings: readonly Reading[]): Promise<void>;
}

/** A requested change and the resulting readings. */
interface PlannedChange {
  change: ValueChange;
  before: number | null;
  after: number | null;
  readings: Reading[];
}

/** Refuses one of the requested changes. */
type Refuse = (key: ErrorKey, change: ValueChange, name: string) => never;

interface Planning {
  device: SiteDevice;
  step: ValueStep;
  plan: ChannelPlan;
  now: number;
  refuse: Refuse;
}

/** A value as in responses, to compare it with the value that the user saw. */
const present = (value: number | null) => (value === null ? null : presentValue(value));

/** The changes of one site, with its device. */
interface DeviceChanges extends Omit<SiteChanges, 'siteId'> {
  device: SiteDevice;
}

/**
 * Replaces values of sites or withdraws such changes, all of them or none; the data-modify log is written in the same
 * transaction, as one correction. Returns the number of changed values.
 */
export async function changeReadings(
  parts: WriterDeps,
  requested: readonly DeviceChanges[],
  author: Author,
): Promise<number> {
  const { app, directory, partitions } = parts;
  const all = requested.flatMap(({ values }) => values);
  const slots = [...new Set(all.map(({ slot }) => slot))].toSorted((a, b) => a - b);
  await partitions.ensure(
    'reading',
    all.map(({ ts }) => ts),
  );
  // In the same order everywhere, so that two corrections do not wait for each other.
  const ordered = requested.toSorted((one, other) => one.device.siteId - other.device.siteId);
  const readings = await transact(
    app.pool,
    async (client) => {
      const written: Reading[] = [];
      const entries: CorrectedEntry[] = [];
      for (const ofSite of ordered) {
        const { device, step } = ofSite;
        await lockSite(client, device.siteId);
        await refuseLockedMonths(
          client,
          device.siteId,
          ofSite.values.map(({ ts }) => ts),
          step,
        );
        const found = await planSite(client, parts, ofSite);
        written.push(...mergeByKey(found.flatMap((change) => change.readings)));
        entries.push(
          ...found.map((planned) => ({
            ...describeChange(planned, device, directory, author),
            step,
            isWithdrawn: 'withdrawn' in planned.change.requested,
          })),
        );
      }
      if (written.length === 0) return { written, changed: 0 };
      const { losses } = await mergeIntoStore(client, written, slots);
      const lost = losses.flatMap((loss) => describeReplaced(loss, directory));
      if (lost.length > 0) await recordReplacedValues(client, app.clock, lost);
      await recordCorrection(client, app.clock, entries);
      await parts.onChanged(client, written);
      return { written, changed: entries.length };
    },
    { begin: beginWriting, prepare: (client) => openStaging(client, slots.at(-1) ?? 0) },
  );
  await parts.onWritten(readings.written);
  return readings.changed;
}

/** Plans the writes for all changes of one site, day by day. */
async function planSite(
  client: Connection,
  { app, directory }: WriterDeps,
  { device, step, values }: DeviceChanges,
): Promise<PlannedChange[]> {
  const plan = planChannels(directory.channels());
  const refuse: Refuse = (key, change, name) => {
    const channel = directory.findBySlot(change.slot)?.code ?? '';
    const time = formatLocalTime(change.ts, device.zone);
    return fail(key, { time, channel }, `changes.${values.indexOf(change)}.${name}`);
  };
  const found: PlannedChange[] = [];
  for (const ofDay of Map.groupBy(values, ({ ts }) => Math.floor(ts / DAY_MS)).values()) {
    const now = app.clock.now().getTime();
    found.push(...(await planChanges(client, { device, step, plan, now, refuse }, ofDay)));
  }
  return found;
}

/** Plans the writes for the changes of one day; a value that already equals the requested one is skipped. */
async function planChanges(
  client: Connection,
  { device, step, plan, now, refuse }: Planning,
  values: readonly ValueChange[],
): Promise<PlannedChange[]> {
  const times = values.map(({ ts }) => ts);
  const bounds = [Math.min(...times), Math.max(...times) + stepMs[step]] as const;
  const slots = withSpeed([...new Set(values.map(({ slot }) => slot))], plan);
  const { byKey } = await readStoredReadings(client, device.siteId, bounds, slots);
  const bySteps = Map.groupBy(byKey.values(), ({ ts }) => floorToStep(ts, step, device.zone));
  return values.flatMap((change): PlannedChange[] => {
    const { ts, slot } = change;
    const about = { slot, averaging: plan.averagings.get(slot) ?? ({ by: 'mean' } as const), ...device };
    const stored = bySteps.get(ts) ?? [];
    const { value: before, edited, derived, accepted, outOfRange } = readStep(stored, step, about);
    const isAccepted = 'accepted' in change.requested;
    const isByMinutes = isAccepted || ('withdrawn' in change.requested && accepted);
    if (derived && !isByMinutes) refuse('correction.derived', change, 'ts');
    const seen = isAccepted ? (outOfRange ?? null) : before;
    if (isAccepted && outOfRange === undefined) refuse('correction.in_range', change, 'ts');
    const isOvertaken = change.before !== undefined && present(change.before) !== present(seen);
    if (isOvertaken) refuse('correction.conflict', change, 'before');
    if ('withdrawn' in change.requested && !edited) refuse('correction.none', change, 'ts');
    if ('value' in change.requested && toStoredDigits(change.requested.value) === toStoredDigits(before))
      return [];
    const place: ReadingKey = {
      siteId: device.siteId,
      kind: stepKind[step],
      ts,
      hour: floorToHour(ts, device.zone),
    };
    const readings =
      'accepted' in change.requested
        ? acceptStep(stored, place, slot, correctionOf(device, slot), now)
        : editStep(stored, place, slot, change.requested, now);
    const { value: after } = readStep(mergeByKey([...stored, ...readings]), step, about);
    return [{ change, before, after, readings }];
  });
}

/** The K and B of the site for a channel. */
function correctionOf(device: SiteDevice, slot: number): (raw: number, ts: number) => number {
  const channel = [...device.channels.values()].find((one) => one.slot === slot);
  const coefficients = channel && device.coefficients.get(channel.channelId);
  return (raw, ts) => applyCoefficients(raw, coefficients, ts);
}

export function floorToStep(ts: number, step: ValueStep, zone: string): number {
  return step === 'hour' ? floorToHour(ts, zone) : Math.floor(ts / stepMs.minute) * stepMs.minute;
}

/** Merges readings with the same key. */
export function mergeByKey(readings: readonly Reading[]): Reading[] {
  const byKey = new Map<string, Reading>();
  for (const reading of readings) {
    const existing = byKey.get(readingKey(reading));
    byKey.set(readingKey(reading), existing ? mergeReadings(existing, reading).merged : reading);
  }
  return [...byKey.values()];
}

/** Rounds to the seven digits of a stored value. */
export function toStoredDigits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

export function describeChange(
  { change, before, after }: Pick<PlannedChange, 'change' | 'before' | 'after'>,
  { siteId, siteName }: SiteDevice,
  directory: SiteDirectory,
  { reason, operName }: Author,
) {
  const format = (value: number | null) => (value === null ? null : String(toStoredDigits(value)));
  return {
    siteId,
    siteName,
    channelCode: directory.findBySlot(change.slot)?.code ?? '',
    dataTime: new Date(change.ts),
    oldValue: format(before),
    newValue: format(after),
    reason,
    operName,
  };
}
