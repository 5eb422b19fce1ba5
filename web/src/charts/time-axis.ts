import type { ZoneClock } from '../lib/zone-clock.ts';

const quarterMs = 900_000;

/** The moments in a range when the clock shows a whole hour that is a multiple of `hours`, also across a change of the clock. */
export function listTicks(from: number, to: number, hours: number, { time }: ZoneClock): number[] {
  const first = Math.ceil(from / quarterMs);
  const last = Math.floor(to / quarterMs);
  // Every zone's offset is a multiple of a quarter of an hour.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n) * quarterMs).filter(
    (moment) => {
      const [hour, minute] = time(moment).split(':').map(Number);
      return minute === 0 && (hour ?? 0) % hours === 0;
    },
  );
}
