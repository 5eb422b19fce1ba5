import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import type { Geometry, MultiLineString, MultiPolygon, Position } from 'geojson';

/** The equirectangular projection in degrees, north up. */
const unrolled = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/** Splits shapes at the date line, because map engines would draw them across the whole world. */
export function cutAtDateLine(shape: MultiPolygon | MultiLineString): MultiPolygon | MultiLineString {
  // Rounding turns some tiny shapes inside out, which would cover the whole sphere; only shapes that cross are split.
  if (shape.type === 'MultiPolygon') {
    const cut = shape.coordinates.flatMap((polygon) =>
      polygon.some(isCrossing) ? partsOf(unroll({ type: 'Polygon', coordinates: polygon })) : [polygon],
    );
    return { type: 'MultiPolygon', coordinates: cut };
  }
  const cut = shape.coordinates.flatMap((line) =>
    isCrossing(line) ? linesOf(unroll({ type: 'LineString', coordinates: line })) : [line],
  );
  return { type: 'MultiLineString', coordinates: cut };
}

const unroll = (geometry: Geometry) => geoProject(geometry, unrolled);

function isCrossing(points: readonly Position[]): boolean {
  return points.some(([x = 0], at) => at > 0 && Math.abs(x - (points[at - 1]?.[0] ?? x)) > 180);
}

function partsOf(geometry: Geometry | null): Position[][][] {
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates;
  return geometry?.type === 'Polygon' ? [geometry.coordinates] : [];
}

function linesOf(geometry: Geometry | null): Position[][] {
  if (geometry?.type === 'MultiLineString') return geometry.coordinates;
  return geometry?.type === 'LineString' ? [geometry.coordinates] : [];
}
