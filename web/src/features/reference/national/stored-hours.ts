import { HOUR_MS } from '@limpid/contract/durations';
import type { NationalHours } from '@limpid/contract/reference/national';

/** The starts of all stored hours in the order of time. */
export function listStoredHours({ starts, counts }: Pick<NationalHours, 'starts' | 'counts'>): number[] {
  return starts.flatMap((start, run) =>
    Array.from({ length: counts[run] ?? 0 }, (_, place) => start + place * HOUR_MS),
  );
}

/** The last stored hour that is not after a moment; the first one for earlier moments. */
export function findPlace(hours: readonly number[], moment: number): number {
  const after = hours.findIndex((hour) => hour > moment);
  return after === -1 ? hours.length - 1 : Math.max(0, after - 1);
}

/**
 * The stretch of stored hours that contains a place. Stretches are counted back from the newest hour, so that one stays
 * while the place moves inside it.
 */
export function findStretch(
  count: number,
  place: number,
  length: number,
): readonly [first: number, end: number] {
  const back = Math.floor((count - 1 - place) / length);
  const end = count - back * length;
  return [Math.max(0, end - length), end];
}
