import type { SitePoint } from './map.ts';

/** Leaves room for every value of a level, on both sides of zero and to six decimals. */
const levelRoom = 1e14;
const valueSteps = 1e6;
/** Levels below 0 are for numbers that stand in for a value. */
const lowestLevel = -9;
const greatestWeight = 4e15;

/** The weight of a marker: the level first, then the value, which may be negative. */
export function weighMarker(level: number, value: number): number {
  const most = levelRoom / 2 - 1;
  const inLevel = Math.max(-most, Math.min(most, Math.round(value * valueSteps)));
  return (level - lowestLevel + 0.5) * levelRoom + inLevel;
}

/** The site with the greatest rank represents a cluster. A current value comes before every old one. */
export function rankSite({ weight, isStale }: Pick<SitePoint, 'weight' | 'isStale'>): number {
  return isStale ? weight : greatestWeight + weight;
}

/** Ranks as texts of this length have the order of the numbers. */
export const rankLength = 16;
