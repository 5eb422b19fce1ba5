import type { MultiLineString, MultiPolygon, Position } from 'geojson';

interface LabelPoint {
  point: [number, number];
  /** The free width in degrees of longitude. */
  width: number;
}

const slices = 24;

/** The centre of the widest horizontal section of the shape, where a label has most room. */
export function findLabelPoint(shape: MultiPolygon | MultiLineString): LabelPoint | undefined {
  if (shape.type !== 'MultiPolygon') return undefined;
  let widest: LabelPoint | undefined;
  for (const polygon of shape.coordinates) {
    const found = findInPolygon(polygon);
    if (found && (!widest || found.width > widest.width)) widest = found;
  }
  return widest;
}

function findInPolygon(rings: Position[][]): LabelPoint | undefined {
  const latitudes = (rings[0] ?? []).map(([, latitude = 0]) => latitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  let best: LabelPoint | undefined;
  let bestScore = 0;
  for (let slice = 1; slice < slices; slice += 1) {
    const latitude = south + ((north - south) * slice) / slices;
    const crossings = findCrossings(rings, latitude);
    // Prefers sections near the centre, even if they are a little narrower.
    const nearMiddle = 1 - Math.abs(slice / slices - 0.5);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [west = 0, east = 0] = [crossings[at], crossings[at + 1]];
      const score = (east - west) * nearMiddle;
      if (score <= bestScore) continue;
      bestScore = score;
      best = { point: [(west + east) / 2, latitude], width: east - west };
    }
  }
  return best;
}

function findCrossings(rings: Position[][], latitude: number): number[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at += 1) {
      const [x1 = 0, y1 = 0] = ring[at - 1] ?? [];
      const [x2 = 0, y2 = 0] = ring[at] ?? [];
      if (y1 > latitude !== y2 > latitude) crossings.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return crossings.sort((a, b) => a - b);
}
