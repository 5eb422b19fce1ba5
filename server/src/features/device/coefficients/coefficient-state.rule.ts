import type { CoefficientState } from '@limpid/contract/site/site';
import type { CoefficientOnDevice } from './coefficient.store.ts';

/** Devices round what they store. */
const tolerance = 1e-4;

/** Whether a device has the coefficients that were ordered. */
export function judgeCoefficient({ k, b, readK, readB, isPending }: CoefficientOnDevice): CoefficientState {
  if (isPending) return 'pending';
  if (readK === null || readB === null) return 'unconfirmed';
  return isEqual(k, readK) && isEqual(b, readB) ? 'confirmed' : 'differs';
}

function isEqual(ordered: number, text: string): boolean {
  const read = text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(ordered - read) <= tolerance * Math.max(1, Math.abs(ordered));
}
