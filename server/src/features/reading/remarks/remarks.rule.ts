import type { FlagSummary, RuleFlag } from '@limpid/contract/quality/flag-mark';
import { isEdited, isMeasured } from '../changes/edit.rule.ts';
import { type Entry, getEffectiveValue, listEntries } from '../merge.rule.ts';
import { bits, type PacketKind, packetKind, type Reading } from '../reading.ts';

/** Remarks on a value that differs from the plain case. */
export interface Remark {
  /** The flag of the device, if it is not N. */
  flag?: string;
  edited?: true;
  imported?: true;
  /** The sent value; undefined if it equals the value. */
  raw?: number | null;
  /** What data rules have found in the hour, or in the hours of the day. */
  flags?: RuleFlag[];
  flagged?: FlagSummary;
}

type KindEntry = Entry & { kind: PacketKind };

/** The remarks on the values of one step, by slot; none in the plain case. */
export function remarkOn(readings: readonly Reading[], step: 'minute' | 'longer'): Map<number, Remark> {
  const marked = new Set(readings.flatMap(({ marks }) => marks.map(({ slot }) => slot)));
  const entries = readings.flatMap((reading) =>
    listEntries(reading).map((entry): KindEntry => ({ ...entry, kind: reading.kind })),
  );
  const remarks = new Map<number, Remark>();
  for (const [slot, ofSlot] of Map.groupBy(entries, (entry) => entry.slot)) {
    if (!marked.has(slot)) continue;
    const remark = { ...changesIn(ofSlot), ...(step === 'minute' && detailsOf(ofSlot)) };
    if (Object.keys(remark).length > 0) remarks.set(slot, remark);
  }
  return remarks;
}

function changesIn(entries: readonly KindEntry[]): Remark {
  return {
    ...(entries.some(isEdited) && { edited: true }),
    ...(entries.some((entry) => entry.bits & bits.imported) && { imported: true }),
  };
}

/**
 * Flag and raw value come from the readings that count: the mean that the device sent for the minute, else its samples. If
 * no reading counts, they come from all readings.
 */
function detailsOf(entries: readonly KindEntry[]): Remark {
  const measured = entries.filter(isMeasured);
  const counting = measured.filter((entry) => getEffectiveValue(entry) !== null);
  const usable = counting.length > 0 ? counting : measured;
  const means = usable.filter(({ kind }) => kind === packetKind.minute);
  const relevant = means.length > 0 ? means : usable;
  const flag = relevant.find((entry) => entry.flag !== 'N')?.flag;
  const differs = entries.some(isEdited) || relevant.some((entry) => entry.raw !== getEffectiveValue(entry));
  return { ...(flag && { flag }), ...(differs && { raw: meanOf(relevant) }) };
}

function meanOf(entries: readonly Entry[]): number | null {
  const sent = entries.flatMap(({ raw }) => (raw === null ? [] : [raw]));
  return sent.length > 0 ? sent.reduce((sum, raw) => sum + raw, 0) / sent.length : null;
}
