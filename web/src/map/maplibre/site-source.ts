import type { Feature, FeatureCollection } from 'geojson';
import type { MapTheme, SitePoint } from '../map.ts';
import { nameLook } from '../marker-picture.ts';
import { clampLatitude } from '../mercator.ts';

const greatest = 99_999_999;

/** Sites as points of the map's source. Those without a place on it are left out. */
export function toFeatures(sites: readonly SitePoint[], theme: MapTheme): FeatureCollection {
  const features = sites.filter(isOnMap).map((site) => toFeature(site, theme));
  return { type: 'FeatureCollection', features };
}

function isOnMap({ position: [longitude, latitude] }: SitePoint): boolean {
  return Number.isFinite(longitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

function toFeature(site: SitePoint, theme: MapTheme): Feature {
  const weight = site.isStale ? 0 : Math.min(greatest, Math.max(0, Math.round(site.weight)));
  const { id, name, fill, ink, text } = site;
  const shape = site.isReference ? 'square' : 'disc';
  const look = nameLook({ shape, stale: site.isStale ? theme : undefined, fill, ink, text });
  const properties = { site: id, name, weight, order: String(weight).padStart(8, '0'), look };
  const [longitude, latitude] = site.position;
  const coordinates = [longitude, clampLatitude(latitude)];
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
}
