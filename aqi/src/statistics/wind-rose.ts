import { computeMean, roundHalfEven } from '../decimal.ts';

export interface WindHour {
  /** Degrees the wind blows from, clockwise from north. */
  direction: number | null;
  /** Metres per second. */
  speed: number | null;
  /** The concentration of the same hour. */
  value?: number | null;
}

export interface RoseSector {
  /** The middle of the sector in degrees. */
  direction: number;
  /** Hours by class, from the lowest class upwards. */
  counts: number[];
  /** The mean concentration of the sector's hours that have one. */
  mean: number | null;
}

export interface Rose {
  sectors: RoseSector[];
  /** Hours without a direction because the air was calm, by class. */
  calm: { counts: number[]; mean: number | null };
  /** Hours in the rose, calm ones included. */
  count: number;
  /** Hours without a wind or, in a pollution rose, without a concentration. */
  missing: number;
}

/** Below this speed a vane does not point anywhere (WMO: force 0). */
export const calmSpeed = 0.5;

interface RoseOptions {
  sectors?: number;
  /** Upper bounds of the classes, ascending; a class includes its own, the last class is open. */
  bounds: readonly number[];
  /** What the classes divide: the speed in a wind rose, the concentration in a pollution rose. */
  by: 'speed' | 'value';
  /** The number with this many decimals, as it is shown, decides the class. */
  decimals?: number;
}

/** Counts hours by the sector the wind came from and by class. */
export function makeRose(
  hours: readonly WindHour[],
  { sectors = 16, bounds, by, decimals }: RoseOptions,
): Rose {
  const classes = bounds.length + 1;
  const groups = Array.from({ length: sectors + 1 }, () => ({
    counts: Array.from({ length: classes }, () => 0),
    values: [] as number[],
  }));
  let count = 0;
  for (const hour of hours) {
    const group = groups[findSector(hour, sectors) ?? -1];
    const amount = hour[by] ?? null;
    if (!group || amount === null || !Number.isFinite(amount)) continue;
    const shown = decimals === undefined ? amount : roundHalfEven(amount, decimals);
    const found = bounds.findIndex((bound) => shown <= bound);
    const position = found < 0 ? classes - 1 : found;
    group.counts[position] = (group.counts[position] ?? 0) + 1;
    if (hour.value != null && Number.isFinite(hour.value)) group.values.push(hour.value);
    count++;
  }
  const [calm, ...around] = groups.map(({ counts, values }) => ({ counts, mean: computeMean(values) }));
  return {
    sectors: around.map((sector, position) => ({ direction: (position * 360) / sectors, ...sector })),
    calm: calm ?? { counts: [], mean: null },
    count,
    missing: hours.length - count,
  };
}

/** 0 for calm air, 1 and up for the sectors clockwise from north; undefined without a wind. */
function findSector({ direction, speed }: WindHour, sectors: number): number | undefined {
  if (speed === null || !(speed >= 0) || !Number.isFinite(speed)) return undefined;
  if (speed < calmSpeed) return 0;
  if (direction === null || !Number.isFinite(direction)) return undefined;
  const turned = (((direction % 360) + 360) % 360) / (360 / sectors);
  return (Math.round(turned) % sectors) + 1;
}
