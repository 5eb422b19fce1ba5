import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { MapTheme, SitePoint } from '../map.ts';
import { nameLook } from '../marker-picture.ts';
import { clampLatitude } from '../mercator.ts';

const greatest = 99_999_999;

/** Sites as points of the map's source. Those without a place on it are left out. */
export function toFeatures(sites: readonly SitePoint[], theme: MapTheme): FeatureCollection {
  const drawn = sites.filter(isOnMap);
  const places = drawn.map(({ position }) => String(position));
  const piles = new Map<string, number>();
  for (const place of places) piles.set(place, (piles.get(place) ?? 0) + 1);
  const features = drawn.map((site, at) => toFeature(site, theme, piles.get(places[at] ?? '') ?? 1));
  return { type: 'FeatureCollection', features };
}

/** One of the sites alone, which still says how many stand where it does. */
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

/** A pile is of sites at one point, which no zoom parts. */
function toFeature(site: SitePoint, theme: MapTheme, pile: number): Feature {
  const weight = site.isStale ? 0 : Math.min(greatest, Math.max(0, Math.round(site.weight)));
  const { id, name, fill, ink, text } = site;
  const shape = site.isReference ? 'square' : 'disc';
  const look = nameLook({ shape, stale: site.isStale ? theme : undefined, fill, ink, text });
  const properties = { site: id, name, weight, order: String(weight).padStart(8, '0'), look, pile };
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

/** The look says everything about a marker but its name, its weight, its place and how many share it. */
function isSame(one: Feature, other: Feature): boolean {
  const facts = ['look', 'weight', 'name', 'pile'];
  return (
    facts.every((fact) => one.properties?.[fact] === other.properties?.[fact]) &&
    String(readPlace(one)) === String(readPlace(other))
  );
}

const readPlace = ({ geometry }: Feature) => (geometry.type === 'Point' ? geometry.coordinates : []);
