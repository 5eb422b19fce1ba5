import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
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
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates } };
}

/** Beyond this part of all points, sending them anew is less work than telling what has changed. */
const mostChanged = 0.5;

/** What is new, has changed or is gone; undefined where everything is better sent anew. */
export function diffFeatures(
  before: FeatureCollection,
  { features }: FeatureCollection,
): Required<Pick<GeoJSONSourceDiff, 'add' | 'remove'>> | undefined {
  const known = new Map(before.features.map((feature) => [feature.id, feature]));
  const add: Feature[] = [];
  for (const feature of features) {
    const old = known.get(feature.id);
    known.delete(feature.id);
    if (!old || !isSame(old, feature)) add.push(feature);
  }
  const remove = [...known.keys()].filter((id) => id !== undefined);
  if (add.length + remove.length > features.length * mostChanged) return undefined;
  return { add, remove };
}

/** The look says everything about a marker but its name, its weight and its place. */
function isSame(one: Feature, other: Feature): boolean {
  const facts = ['look', 'weight', 'name'];
  return (
    facts.every((fact) => one.properties?.[fact] === other.properties?.[fact]) &&
    String(readPlace(one)) === String(readPlace(other))
  );
}

const readPlace = ({ geometry }: Feature) => (geometry.type === 'Point' ? geometry.coordinates : []);
