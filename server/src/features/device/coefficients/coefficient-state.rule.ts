import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import type { CoefficientState } from '@limpid/contract/site/site';

/** Devices round what they store. */
const tolerance = 1e-4;
const neutral = { k: 1, b: 0 };

/** K and B as they were ordered, and as the device has said since they were sent. */
export interface CoefficientOnDevice extends ChannelCoefficient {
  readK: string | null;
  readB: string | null;
  readAt: string | null;
  /** Whether a command of the order has not ended. */
  isPending: boolean;
}

/** Whether a device has the coefficients that were ordered. */
export function judgeCoefficient({ k, b, readK, readB, isPending }: CoefficientOnDevice): CoefficientState {
  if (isPending) return 'pending';
  if (readK === null || readB === null) return 'unconfirmed';
  return isEqualCoefficient(k, readK) && isEqualCoefficient(b, readB) ? 'confirmed' : 'differs';
}

/** The K or B of a device that the platform has written: null if there is none, so that the device has its own. */
export interface HeldCoefficient {
  value: number | null;
  /** Whether the device has it is not known. */
  isInDoubt: boolean;
}

/** What is known about the writing of K or B after its commands have ended. */
export interface WriteOutcome {
  ordered: number;
  /** K and B of the site as saved; either the device or the platform applies them. */
  wanted: number;
  /** As the device has said since the write; null if it has said nothing. */
  read: string | null;
  /** The last value that the device has answered with success. */
  written: string | null;
  /** What the device held before. */
  held: HeldCoefficient;
  /** False if the write was not sent, refused, has failed, or was met with silence. */
  mayBeExecuted: boolean;
  /** Whether it was known before what the device has of this order. */
  settled: boolean;
}

/** What a device holds after K or B was written to it: what it says counts, not the result of the write. */
export function findHeld(
  kind: 'k' | 'b',
  { ordered, wanted, read, written, held, mayBeExecuted, settled }: WriteOutcome,
): HeldCoefficient {
  const none = neutral[kind];
  if (ordered === none && settled && isFree(held)) {
    // The device has given back what the platform wrote: all others are its own, as after a calibration.
    const isRestored = wanted !== none && read !== null && isEqualCoefficient(wanted, read);
    return isRestored ? { value: wanted, isInDoubt: false } : held;
  }
  if (read === null) return mayBeExecuted ? { ...held, isInDoubt: true } : held;
  const known = [ordered, written === null ? none : Number(written), held.value ?? none, none].find((value) =>
    isEqualCoefficient(value, read),
  );
  if (known !== undefined) return { value: known === none ? null : known, isInDoubt: false };
  // A value that the platform has not written is the device's own, unless the write may have changed it.
  return mayBeExecuted || held.value !== null || held.isInDoubt ? { ...held, isInDoubt: true } : held;
}

/** K and B of a device for a channel. */
export interface HeldCoefficients {
  channelId: number;
  k: HeldCoefficient;
  b: HeldCoefficient;
}

/**
 * The K and B that the platform applies: of those that people have set, the ones that the device does not apply. One that
 * the device has from an earlier order counts until it has the new one, and one in doubt is not applied, because it could
 * count twice.
 */
export function listAppliedByPlatform(
  wanted: readonly ChannelCoefficient[],
  onDevice: readonly HeldCoefficients[],
): ChannelCoefficient[] {
  const byChannel = new Map(onDevice.map((one) => [one.channelId, one]));
  const channels = new Set([...wanted, ...onDevice].map(({ channelId }) => channelId));
  const given = new Map(wanted.map((one) => [one.channelId, one]));
  return [...channels].map((channelId) => {
    const { k, b } = given.get(channelId) ?? neutral;
    const held = byChannel.get(channelId);
    const applied = { k: isFree(held?.k) ? k : neutral.k, b: isFree(held?.b) ? b : neutral.b };
    // The device adds its B before the platform multiplies: what is too much is taken off again.
    const own = held && !held.b.isInDoubt ? (held.b.value ?? 0) : 0;
    return { channelId, k: applied.k, b: tidy(applied.b + own - applied.k * own) };
  });
}

const isFree = (held: HeldCoefficient | undefined) => !held || (held.value === null && !held.isInDoubt);

/** Without the last digits of a binary fraction, and without a negative zero. */
const tidy = (value: number) => Number(value.toPrecision(12)) || 0;

export function isEqualCoefficient(ordered: number, text: string): boolean {
  const read = text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(ordered - read) <= tolerance * Math.max(1, Math.abs(ordered));
}
