import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import {
  type Averaging,
  eachStep,
  largerByMagnitude,
  plainQuality,
  type Sample,
  summariseHour,
} from '../averaging/averaging.rule.ts';
import { type Entry, getEffectiveValue } from '../merge.rule.ts';
import { bits, numberOutOfRange, packetKind, type Reading, type ReadingKey } from '../reading.ts';
import { editValue, findEntry, isEdited, isMeasured, type RequestedValue } from './edit.rule.ts';
import type { ValueStep } from './requests.ts';

export const stepMs: Record<ValueStep, number> = { minute: MINUTE_MS, hour: HOUR_MS };
/** The packet kind that stores the mean of a step. */
export const stepKind = { minute: packetKind.minute, hour: packetKind.hour } as const;

/** One value of a step with its origin. */
export interface StepValue {
  value: number | null;
  /** Whether a value is stored, valid or not. */
  present: boolean;
  /** Whether a manual change is in force. */
  edited: boolean;
  /** Whether it is derived from finer values and only changes with them. */
  derived: boolean;
  /** Whether it includes accepted finer values that were out of range. */
  accepted: boolean;
  /** The shown number outside the range of the channel; undefined without any. */
  outOfRange: number | undefined;
}

interface Slot {
  slot: number;
  averaging: Averaging;
  /** The interval at which the site reports, in seconds. */
  interval: number;
}

/** Computes the value of a step from its readings. */
export function readStep(
  readings: readonly Reading[],
  step: ValueStep,
  { slot, averaging, interval }: Slot,
): StepValue {
  const ofStep = readings.filter(({ kind }) =>
    step === 'hour' ? kind === packetKind.hour : isCurrent(kind),
  );
  const entries = ofStep.flatMap((reading) => findEntry(reading, slot) ?? []);
  const present = entries.some((entry) => isMeasured(entry) || isEdited(entry));
  const finer = step === 'hour' ? readings.filter(({ kind }) => isCurrent(kind)) : [];
  const finerEntries = finer.flatMap((reading) => findEntry(reading, slot) ?? []);
  const accepted = finerEntries.some(isAccepted);
  const edited = accepted || entries.some(isEdited);
  const outOfRange = [...entries, ...finerEntries]
    .flatMap((entry) => numberOutOfRange(entry) ?? [])
    .reduce<number | undefined>(largerByMagnitude, undefined);
  const about = { edited, accepted, outOfRange };
  const samples = readings.filter(({ kind }) => isCurrent(kind)).map(toSample);
  if (step === 'hour') {
    const made = summariseHour(samples, slot, averaging, interval);
    if (isHourValid(made.covered, 1)) return { value: made.mean, present: true, derived: true, ...about };
    const [entry] = entries;
    return { value: entry ? getEffectiveValue(entry) : null, present, derived: false, ...about };
  }
  let value: number | null = null;
  eachStep(samples, slot, averaging, 1, (_, found) => (value = found));
  return { value, present, derived: false, ...about };
}

/** Whether a number out of range counts because it was accepted or replaced manually. */
function isAccepted(entry: Entry): boolean {
  return isEdited(entry) && (entry.bits & bits.range) !== 0;
}

function isCurrent(kind: number): boolean {
  return kind === packetKind.realtime || kind === packetKind.minute;
}

function toSample({ kind, ts, slots, values: stored }: Reading): Sample {
  const values = new Float32Array(Math.max(0, ...slots) + 1).fill(Number.NaN);
  for (const [index, slot] of slots.entries()) values[slot] = stored[index] ?? Number.NaN;
  return { kind, ts, values, quality: plainQuality };
}

/**
 * Changes the value of a step through its readings. A minute may have several readings, and a late one would count beside
 * them, so the mean of the minute, which takes precedence, is changed as well. Undoing an hour also undoes the accepted numbers
 * of its minutes.
 */
export function editStep(
  readings: readonly Reading[],
  place: ReadingKey,
  slot: number,
  requested: RequestedValue,
  now: number,
): Reading[] {
  const isOwn = (reading: Reading) => reading.kind === place.kind && reading.ts === place.ts;
  const isUndone = 'withdrawn' in requested;
  const isHour = place.kind === stepKind.hour;
  const others = readings.filter((reading) => isCurrent(reading.kind) && !isOwn(reading));
  const touched = others.filter((reading) => {
    const entry = findEntry(reading, slot);
    if (isHour) return isUndone && entry !== undefined && isAccepted(entry);
    return entry && (isUndone ? isEdited(entry) : true);
  });
  const edited = readings.find(isOwn);
  const entry = edited && findEntry(edited, slot);
  const isWanted = !isUndone || (entry && isEdited(entry));
  return [
    ...(isWanted ? [editValue(place, edited, slot, requested, now)] : []),
    ...touched.map((reading) => editValue({ ...reading, hour: place.hour }, reading, slot, requested, now)),
  ];
}

/**
 * Accepts the numbers of a step that are out of range, so that they count; for an hour also those of its minutes.
 * `correct` applies the K and B that the site had at the moment of a reading.
 */
export function acceptStep(
  readings: readonly Reading[],
  { kind: editedKind, hour }: ReadingKey,
  slot: number,
  correct: (raw: number, ts: number) => number,
  now: number,
): Reading[] {
  return readings.flatMap((reading): Reading[] => {
    const isOfStep = isCurrent(reading.kind) || reading.kind === editedKind;
    const entry = findEntry(reading, slot);
    const raw = isOfStep && entry ? numberOutOfRange(entry) : undefined;
    if (!entry || raw === undefined) return [];
    // Imported values are final; K and B apply to sent values only.
    const value = entry.bits & bits.imported ? raw : correct(raw, reading.ts);
    return [editValue({ ...reading, hour }, reading, slot, { value }, now)];
  });
}
