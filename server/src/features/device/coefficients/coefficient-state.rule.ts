import type { CoefficientState } from '@limpid/contract/site/site';
import type { CoefficientOnDevice, DeviceCoefficient, OrderedCoefficient } from './coefficient.store.ts';

/** Devices round what they store. */
const tolerance = 1e-4;

/** Whether a device has the coefficients that were ordered. */
export function judgeCoefficient({ k, b, readK, readB, isPending }: CoefficientOnDevice): CoefficientState {
  if (isPending) return 'pending';
  if (readK === null || readB === null) return 'unconfirmed';
  return isEqual(k, readK) && isEqual(b, readB) ? 'confirmed' : 'differs';
}

const isNeutral = (k: number | null, b: number | null) => (k ?? 1) === 1 && (b ?? 0) === 0;

/**
 * The K and B that the platform applies: those that people have set, unless the device has confirmed some of its own. A
 * device that has confirmed earlier ones goes on applying these until it confirms the new ones.
 */
export function listAppliedByPlatform(
  wanted: readonly DeviceCoefficient[],
  onDevice: readonly Pick<OrderedCoefficient, 'channelId' | 'confirmedK' | 'confirmedB'>[],
): DeviceCoefficient[] {
  const own = new Set(
    onDevice
      .filter(({ confirmedK, confirmedB }) => !isNeutral(confirmedK, confirmedB))
      .map(({ channelId }) => channelId),
  );
  return wanted.filter(({ channelId }) => !own.has(channelId));
}

function isEqual(ordered: number, text: string): boolean {
  const read = text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(ordered - read) <= tolerance * Math.max(1, Math.abs(ordered));
}
