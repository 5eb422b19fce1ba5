import type { SiteIndices } from '@limpid/contract/map/news';
import type { AirHour } from '../ingest/ingest.api.ts';
import { computeIndices, windowHours } from './indices.rule.ts';

/** As many hours before the newest as the indices of a place are made of, that one included. */
export const indexHours = windowHours;

/** All indices that a map offers, from the hours of one place in the order of time. */
export function indexPlace(hours: readonly AirHour[]): SiteIndices | null {
  return computeIndices(hours);
}
