import type { LngLat } from '../../../map/map.ts';
import type { ShownSite } from './select-sites.ts';

/** Lists the coordinates of sites, as the same array while these are the same, whatever the sites report. */
export function makeListPlaces(): (shown: readonly ShownSite[]) => readonly LngLat[] {
  let kept: readonly LngLat[] = [];
  return (shown) => {
    const places = shown.flatMap(({ site }) => (site.place ? [site.place] : []));
    const isSame = places.length === kept.length && places.every((place, at) => place === kept[at]);
    if (!isSame) kept = places;
    return kept;
  };
}
