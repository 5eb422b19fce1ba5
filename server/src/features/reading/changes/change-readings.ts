import { DAY_MS } from '@limpid/contract/durations';
import { type ErrorKey, fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { clockOf, hourOf } from '../../../platform/zone.ts';
import { type ChannelPlan, planChannels } from '../channel-plan.rule.ts';
import { applyCoefficients } from '../correct.rule.ts';
import type { Device, SiteDirectory } from '../device.ts';
import { mergeReadings } from '../merge.rule.ts';
import type { Partitions } from '../partitions/keep-partitions.ts';
import { presentValue } from '../present-value.rule.ts';
import type { Author, ChangedValue, Step } from '../reading.api.ts';
import { openStaging, placeOf, putReadings } from '../reading.store.ts';
import type { Place, Reading } from '../reading.ts';
import { withSpeed } from '../reading-source.ts';
import { readStored } from '../stored-readings.ts';
import { lockSite } from './change.store.ts';
import { recordDataChanges, recordReplacedValues } from './data-log.store.ts';
import { describeLoss } from './describe-loss.ts';
import { acceptStep, editStep, readStep, stepKind, stepMs } from './step.rule.ts';

export interface WriterParts {
  app: Pick<App, 'pool' | 'clock'>;
  directory: SiteDirectory;
  partitions: Partitions;
  /** Told of what has been written, so that the newest values follow. */
  note(readings: readonly Reading[]): Promise<void>;
}

/** A change that a person wants, and what it makes of the readings. */
interface Change {
  wanted: ChangedValue;
  before: number | null;
  after: number | null;
  readings: Reading[];
}

/** Says which of the wanted changes cannot be. */
type Refuse = (key: ErrorKey, wanted: ChangedValue, name: string) => never;

interface Planning {
  device: Device;
  step: Step;
  plan: ChannelPlan;
  now: number;
  refuse: Refuse;
}

/** A value as responses contain it, to compare it with the one that the author of a change saw. */
const present = (value: number | null) => (value === null ? null : presentValue(value));

/**
 * Puts values of one site in the place of what stands there, or takes such changes back. All of them or none; the
 * trace of it is written with it. Says how many were another than before.
 */
export async function changeReadings(
  parts: WriterParts,
  device: Device,
  step: Step,
  values: readonly ChangedValue[],
  author: Author,
): Promise<number> {
  const { app, directory, partitions } = parts;
  const plan = planChannels(directory.channels());
  const slots = [...new Set(values.map(({ slot }) => slot))].toSorted((a, b) => a - b);
  await partitions.ensure(
    'reading',
    values.map(({ ts }) => ts),
  );
  const refuse: Refuse = (key, wanted, name) => {
    const channel = directory.findBySlot(wanted.slot)?.code ?? '';
    const time = clockOf(wanted.ts, device.zone);
    return fail(key, { time, channel }, `changes.${values.indexOf(wanted)}.${name}`);
  };
  const changes = await transact(
    app.pool,
    async (client) => {
      await lockSite(client, device.siteId);
      const found: Change[] = [];
      for (const own of Map.groupBy(values, ({ ts }) => Math.floor(ts / DAY_MS)).values()) {
        const now = app.clock.now().getTime();
        found.push(...(await planChanges(client, { device, step, plan, now, refuse }, own)));
      }
      const readings = joinPlaces(found.flatMap((change) => change.readings));
      if (readings.length === 0) return [];
      const losses = await putReadings(client, readings, slots);
      const lost = losses.flatMap((loss) => describeLoss(loss, directory));
      if (lost.length > 0) await recordReplacedValues(client, app.clock, lost);
      await recordDataChanges(
        client,
        app.clock,
        found.map((change) => describeChange(change, device, directory, author)),
      );
      return found;
    },
    { prepare: (client) => openStaging(client, slots.at(-1) ?? 0) },
  );
  await parts.note(changes.flatMap(({ readings }) => readings));
  return changes.length;
}

/** What has to be written for the changes of one day; what stands there already is left as it is. */
async function planChanges(
  client: Connection,
  { device, step, plan, now, refuse }: Planning,
  values: readonly ChangedValue[],
): Promise<Change[]> {
  const times = values.map(({ ts }) => ts);
  const bounds = [Math.min(...times), Math.max(...times) + stepMs[step]] as const;
  const asked = withSpeed([...new Set(values.map(({ slot }) => slot))], plan);
  const { byPlace } = await readStored(client, device.siteId, bounds, asked);
  const bySteps = Map.groupBy(byPlace.values(), ({ ts }) => stepOf(ts, step, device.zone));
  return values.flatMap((wanted): Change[] => {
    const { ts, slot } = wanted;
    const about = { slot, averaging: plan.averagings.get(slot) ?? ({ by: 'mean' } as const), ...device };
    const stored = bySteps.get(ts) ?? [];
    const { value: before, edited, derived, accepted, outOfRange } = readStep(stored, step, about);
    const isAccepted = 'accepted' in wanted.wish;
    const isByMinutes = isAccepted || ('withdrawn' in wanted.wish && accepted);
    if (derived && !isByMinutes) refuse('correction.derived', wanted, 'ts');
    const seen = isAccepted ? (outOfRange ?? null) : before;
    if (isAccepted && outOfRange === undefined) refuse('correction.in_range', wanted, 'ts');
    const isOvertaken = wanted.before !== undefined && present(wanted.before) !== present(seen);
    if (isOvertaken) refuse('correction.conflict', wanted, 'before');
    if ('withdrawn' in wanted.wish && !edited) refuse('correction.none', wanted, 'ts');
    if ('value' in wanted.wish && tidy(wanted.wish.value) === tidy(before)) return [];
    const place: Place = { siteId: device.siteId, kind: stepKind[step], ts, hour: hourOf(ts, device.zone) };
    const readings =
      'accepted' in wanted.wish
        ? acceptStep(stored, place, slot, correctionOf(device, slot), now)
        : editStep(stored, place, slot, wanted.wish, now);
    const { value: after } = readStep(joinPlaces([...stored, ...readings]), step, about);
    return [{ wanted, before, after, readings }];
  });
}

/** How the site corrects what a channel sends. */
function correctionOf(device: Device, slot: number): (raw: number, ts: number) => number {
  const channel = [...device.channels.values()].find((one) => one.slot === slot);
  const coefficients = channel && device.coefficients.get(channel.channelId);
  return (raw, ts) => applyCoefficients(raw, coefficients, ts);
}

export function stepOf(ts: number, step: Step, zone: string): number {
  return step === 'hour' ? hourOf(ts, zone) : Math.floor(ts / stepMs.minute) * stepMs.minute;
}

/** Readings of one place become one. */
export function joinPlaces(readings: readonly Reading[]): Reading[] {
  const byPlace = new Map<string, Reading>();
  for (const reading of readings) {
    const known = byPlace.get(placeOf(reading));
    byPlace.set(placeOf(reading), known ? mergeReadings(known, reading).merged : reading);
  }
  return [...byPlace.values()];
}

/** As many digits as a stored value has. */
export function tidy(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

export function describeChange(
  { wanted, before, after }: Pick<Change, 'wanted' | 'before' | 'after'>,
  { siteId, siteName }: Device,
  directory: SiteDirectory,
  { reason, operName }: Author,
) {
  const say = (value: number | null) => (value === null ? null : String(tidy(value)));
  return {
    siteId,
    siteName,
    channelCode: directory.findBySlot(wanted.slot)?.code ?? '',
    dataTime: new Date(wanted.ts),
    oldValue: say(before),
    newValue: say(after),
    reason,
    operName,
  };
}
