import type { Feature, Geometry, MultiPolygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import { cutAtDateLine } from './date-line.ts';
import { findLabelPoint } from './label-point.ts';
import { readPackageFile } from './read-package.ts';
import type { Shape, Topology } from './topology.ts';

type CountryFacts = { name: string };
type World = Topology<'countries' | 'land'>;

/** Disputed borders, and those of territories without an ISO number, are dashed. */
const disputed = new Set(['W. Sahara', 'Palestine']);
const disputedPairs = new Set([
  'China/India',
  'India/Pakistan',
  'S. Sudan/Sudan',
  'Russia/Ukraine',
  'Israel/Syria',
  'Egypt/Sudan',
]);

export const asFeature = (geometry: Geometry, properties: Record<string, unknown> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

/** Land, borders and country names, split at the date line. */
export function readShapes(): Record<'land' | 'border' | 'country', Feature[]> {
  const world = readPackageFile<World>('world-atlas/countries-10m.json');
  return {
    land: feature(world, world.objects.land).features.map(({ geometry }) =>
      asFeature(cutAtDateLine(asPolygons(geometry))),
    ),
    border: readBorders(world),
    country: readCountries(),
  };
}

function asPolygons(geometry: Geometry): MultiPolygon {
  if (geometry.type === 'MultiPolygon') return geometry;
  return { type: 'MultiPolygon', coordinates: geometry.type === 'Polygon' ? [geometry.coordinates] : [] };
}

function readBorders(world: World): Feature[] {
  return [false, true].map((wanted) => {
    const lines = mesh(
      world,
      world.objects.countries,
      (left, right) => left !== right && isDisputed(left, right) === wanted,
    );
    return asFeature(cutAtDateLine(lines), wanted ? { disputed: true } : {});
  });
}

/** The types of `mesh` do not know that these shapes are countries. */
const nameOf = (country: Shape) => (country.properties as CountryFacts | undefined)?.name ?? '';

function isDisputed(left: Shape, right: Shape): boolean {
  const names = [nameOf(left), nameOf(right)].sort();
  return (
    [left, right].some((country) => country.id === undefined || disputed.has(nameOf(country))) ||
    disputedPairs.has(names.join('/'))
  );
}

const regions = ['en', 'zh', 'fr'].map((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** A coarse shape is enough to place a label. */
function readCountries(): Feature[] {
  const world = readPackageFile<World>('world-atlas/countries-50m.json');
  return feature(world, world.objects.countries).features.flatMap(({ id, geometry }) => {
    const region = id === undefined ? undefined : new Intl.Locale(`und-${id}`).region;
    if (region === undefined || !/^[A-Z]{2}$/.test(region)) return [];
    const place = findLabelPoint(cutAtDateLine(asPolygons(geometry)));
    if (!place) return [];
    const [name, zh, fr] = regions.map((names) => names.of(region));
    const facts = { name, zh, fr, width: Math.round(place.width * 10) / 10 };
    return [asFeature({ type: 'Point', coordinates: place.point }, facts)];
  });
}
