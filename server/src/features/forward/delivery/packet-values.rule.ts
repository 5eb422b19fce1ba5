import { bits, type Mark, type Reading } from '../../reading/model.api.ts';
import type { ForwardedValue, ForwardTarget } from '../target.ts';

/** Flags of HJ 212: normal, and entered by hand. */
const [normal, manual] = ['N', 'S'];

/**
 * The values of a reading as the receiver gets them: those that count, edited ones as entered by hand, and those that do
 * not count as they were sent, with the flag of the device.
 */
export function listForwardedValues(
  reading: Reading,
  { factors, onlyMapped }: Pick<ForwardTarget, 'factors' | 'onlyMapped'>,
): ForwardedValue[] {
  const marks = new Map(reading.marks.map((mark) => [mark.slot, mark]));
  const extremes = new Map(reading.extremes?.map((extreme) => [extreme.slot, extreme]));
  return reading.slots.flatMap((slot, at): ForwardedValue[] => {
    const factor = factors.get(slot);
    const sent = readSent(reading.values[at] ?? null, marks.get(slot));
    if (!factor || !sent || (onlyMapped && !factor.isMapped)) return [];
    const { low = null, high = null } = extremes.get(slot) ?? {};
    const convert = (value: number | null) => (value === null ? null : factor.convert(value));
    return [
      {
        code: factor.code,
        flag: sent.flag,
        value: convert(sent.value),
        low: convert(low),
        high: convert(high),
      },
    ];
  });
}

/** Undefined where nothing was measured. */
function readSent(
  value: number | null,
  mark: Mark | undefined,
): { value: number | null; flag: string } | undefined {
  if (mark?.edit && !mark.edit.withdrawn) return value === null ? undefined : { value, flag: manual };
  if (mark && mark.bits & bits.absent) return undefined;
  const flag = mark?.flag || normal;
  const sent = value ?? mark?.raw ?? null;
  return sent === null && flag === normal ? undefined : { value: sent, flag };
}
