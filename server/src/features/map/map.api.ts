import type { SiteIndices } from '@limpid/contract/map/site-update';
import { type AirHour, windowHours } from '../rollup/rollup.api.ts';
import { computeIndices } from './indices.rule.ts';

/** The number of hours that indices are computed from, the newest included. */
export const indexHours = windowHours;

/** All indices of maps, from the hours of one site or station in chronological order. */
export function computePlaceIndices(hours: readonly AirHour[]): SiteIndices | null {
  return computeIndices(hours);
}

/** The hours of a time-lapse, for stations that are not sites. */
export { alignToHours, listClosedHours, openTimelapses, toHourRows } from './timelapse.ts';
