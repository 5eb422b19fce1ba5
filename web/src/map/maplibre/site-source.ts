import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { MapTheme, SitePoint } from '../map.ts';
import { nameAlarm, nameLook } from '../marker-picture.ts';
import { rankLength, rankSite } from '../marker-weight.ts';
import { clampLatitude } from '../mercator.ts';

/** What the sites at one point have in common, which no zoom separates. */
interface SharedPoint {
  overlapping: number;
  alarm: string;
  alarmsHere: number;
  /** The site that is drawn for all of them: the one with the greatest rank. */
  top: SitePoint;
}

interface KeptFeature extends Omit<SharedPoint, 'top'> {
  site: SitePoint;
  /** Its position as the key of all sites there. */
  place: string;
  theme: MapTheme;
  isCovered: boolean;
  feature: Feature;
}

interface PlacedSite {
  site: SitePoint;
  place: string;
  /** What was built for it before, if it has not changed. */
  old: KeptFeature | undefined;
  point: SharedPoint;
}

/** Sites as features of the map's source; sites with invalid coordinates are left out. */
type BuildFeatures = (sites: readonly SitePoint[], theme: MapTheme) => FeatureCollection;

/** A site that is drawn as before keeps its feature: some of thousands of sites change in a second. */
export function makeBuildFeatures(): BuildFeatures {
  let kept = new Map<SitePoint['id'], KeptFeature>();
  const build = ({ site, place, old, point }: PlacedSite, theme: MapTheme): KeptFeature => {
    const { top, ...shared } = point;
    const isCovered = top !== site;
    if (old?.theme === theme && old.isCovered === isCovered && isSamePoint(old, point)) return old;
    return { ...shared, site, place, theme, isCovered, feature: toFeature(site, theme, point) };
  };
  return (sites, theme) => {
    const points = new Map<string, SharedPoint>();
    const placed = sites.filter(isOnMap).map((site): PlacedSite => {
      const known = kept.get(site.id);
      const old = known?.site === site ? known : undefined;
      const place = old?.place ?? String(site.position);
      const point = points.get(place) ?? { overlapping: 0, alarm: '', alarmsHere: 0, top: site };
      points.set(place, point);
      join(point, site);
      return { site, place, old, point };
    });
    kept = new Map(placed.map((one) => [one.site.id, build(one, theme)]));
    return { type: 'FeatureCollection', features: Array.from(kept.values(), ({ feature }) => feature) };
  };
}

const isSamePoint = (one: KeptFeature, other: SharedPoint) =>
  one.overlapping === other.overlapping && one.alarm === other.alarm && one.alarmsHere === other.alarmsHere;

function join(point: SharedPoint, site: SitePoint): void {
  const { alarm } = site;
  const name = nameAlarm(alarm);
  point.overlapping += 1;
  if (rankSite(site) > rankSite(point.top)) point.top = site;
  if (alarm) point.alarmsHere += 1;
  if (name > point.alarm) point.alarm = name;
}

/** The feature of one site, with the number of sites at its point. */
export function pickFeature(
  sites: readonly SitePoint[],
  picked: number | null,
  theme: MapTheme,
): FeatureCollection {
  const site = picked === null ? undefined : sites.find(({ id }) => id === picked);
  const isHere = ({ position, isReference = false }: SitePoint) =>
    String(position) === String(site?.position) && isReference === (site?.isReference ?? false);
  const { features, ...collection } = makeBuildFeatures()(site ? sites.filter(isHere) : [], theme);
  return { ...collection, features: features.filter(({ id }) => id === picked) };
}

function isOnMap({ position: [longitude, latitude] }: SitePoint): boolean {
  return Number.isFinite(longitude) && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

/** What every marker has in common is left out: each property of thousands of sites is copied to a worker twice. */
function toFeature(
  site: SitePoint,
  theme: MapTheme,
  { overlapping, alarm, alarmsHere, top }: SharedPoint,
): Feature {
  const { id, name, fill, ink, text } = site;
  const shape = site.isReference ? 'square' : 'disc';
  const look = nameLook({ shape, stale: site.isStale ? theme : undefined, fill, ink, text });
  const properties: Feature['properties'] = {
    site: id,
    name,
    worst: String(rankSite(site)).padStart(rankLength, '0') + look,
  };
  if (overlapping > 1) properties['overlapping'] = overlapping;
  if (top !== site) properties['covered'] = 1;
  if (site.beside) properties['beside'] = site.beside === 'above' ? 1 : -1;
  if (alarmsHere > 0) Object.assign(properties, { alarm, alarmsHere, inAlarm: site.alarm ? 1 : 0 });
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

/** Besides its look and its rank a marker has a name, a position, overlapping sites and alarms. */
const facts = [
  'worst',
  'name',
  'overlapping',
  'covered',
  'beside',
  'alarm',
  'inAlarm',
  'alarmsHere',
] as const;

function isSame(one: Feature, other: Feature): boolean {
  if (one === other) return true;
  const [place, otherPlace] = [readPlace(one), readPlace(other)];
  return (
    facts.every((fact) => one.properties?.[fact] === other.properties?.[fact]) &&
    place[0] === otherPlace[0] &&
    place[1] === otherPlace[1]
  );
}

const readPlace = ({ geometry }: Feature) => (geometry.type === 'Point' ? geometry.coordinates : []);
