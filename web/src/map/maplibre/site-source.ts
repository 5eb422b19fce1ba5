import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { MapTheme, SitePoint } from '../map.ts';
import { nameLook } from '../marker-picture.ts';
import { clampLatitude } from '../mercator.ts';

const greatest = 99_999_999;

/** Sites as features of the map's source; sites with invalid coordinates are left out. */
export function toFeatures(sites: readonly SitePoint[], theme: MapTheme): FeatureCollection {
  const drawn = sites.filter(isOnMap);
  const places = drawn.map(({ position }) => String(position));
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  const features = drawn.map((site, at) => toFeature(site, theme, counts.get(places[at] ?? '') ?? 1));
  return { type: 'FeatureCollection', features };
}

/** The feature of one site, with the number of sites at its point. */
export function pickFeature(
  sites: readonly SitePoint[],
  picked: number | null,
  theme: MapTheme,
): FeatureCollection {
  const site = sites.find(({ id }) => id === picked);
  const isHere = ({ position, isReference = false }: SitePoint) =>
    String(position) === String(site?.position) && isReference === (site?.isReference ?? false);
  const { features, ...collection } = toFeatures(site ? sites.filter(isHere) : [], theme);
  return { ...collection, features: features.filter(({ id }) => id === picked) };
}

function isOnMap({ position: [longitude, latitude] }: SitePoint): boolean {
  return Number.isFinite(longitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** `overlapping` is the number of sites at the same point, which no zoom separates. */
function toFeature(site: SitePoint, theme: MapTheme, overlapping: number): Feature {
  const weight = site.isStale ? 0 : Math.min(greatest, Math.max(0, Math.round(site.weight)));
  const { id, name, fill, ink, text } = site;
  const shape = site.isReference ? 'square' : 'disc';
  const look = nameLook({ shape, stale: site.isStale ? theme : undefined, fill, ink, text });
  const properties = { site: id, name, weight, order: String(weight).padStart(8, '0'), look, overlapping };
  const [longitude, latitude] = site.position;
  const coordinates = [longitude, clampLatitude(latitude)];
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates } };
}

/** If more than this share of points changed, replacing all of them is cheaper. */
const mostChanged = 0.5;

/** The added, changed and removed points; undefined if replacing all of them is cheaper. */
export function diffFeatures(
  before: FeatureCollection,
  { features }: FeatureCollection,
): Required<Pick<GeoJSONSourceDiff, 'add' | 'remove'>> | undefined {
  const byId = new Map(before.features.map((feature) => [feature.id, feature]));
  const add: Feature[] = [];
  for (const feature of features) {
    const old = byId.get(feature.id);
    byId.delete(feature.id);
    if (!old || !isSame(old, feature)) add.push(feature);
  }
  const remove = [...byId.keys()].filter((id) => id !== undefined);
  if (add.length + remove.length > features.length * mostChanged) return undefined;
  return { add, remove };
}

/** Besides its look a marker has a name, a weight, a position and a number of overlapping sites. */
function isSame(one: Feature, other: Feature): boolean {
  const facts = ['look', 'weight', 'name', 'overlapping'];
  return (
    facts.every((fact) => one.properties?.[fact] === other.properties?.[fact]) &&
    String(readPlace(one)) === String(readPlace(other))
  );
}

const readPlace = ({ geometry }: Feature) => (geometry.type === 'Point' ? geometry.coordinates : []);
