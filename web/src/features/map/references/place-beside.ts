import { distanceKm } from '../../../map/distance.ts';
import type { LngLat, SitePoint } from '../../../map/map.ts';

/** At less than this, the marker of a site covers a station at most zooms. */
const nearKm = 0.05;
/** A row of latitudes is wider than that distance, so that neighbours are in the same row or the next. */
const rowDegrees = 0.001;

const rowOf = ([, latitude]: LngLat) => Math.floor(latitude / rowDegrees);

/** Stations at a site are drawn beside it, on the side on which they are; otherwise they could be neither seen nor clicked. */
export function placeBeside(stations: readonly SitePoint[], sites: readonly LngLat[]): SitePoint[] {
  const rows = Map.groupBy(sites, rowOf);
  return stations.map((station) => {
    const { position } = station;
    const row = rowOf(position);
    const near = [row - 1, row, row + 1].flatMap((one) => rows.get(one) ?? []);
    const site = near.find((place) => distanceKm(place, position) <= nearKm);
    if (!site) return station;
    return { ...station, beside: position[1] < site[1] ? 'below' : 'above' };
  });
}
