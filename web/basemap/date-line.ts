import { geoEquirectangular } from 'd3-geo';
import { geoProject } from 'd3-geo-projection';
import type { Geometry, MultiLineString, MultiPolygon, Position } from 'geojson';

/** The sphere unrolled, north up, in degrees. */
const unrolled = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/** Cuts what crosses the date line in two: a map engine would draw it across the whole world. */
export function cutAtDateLine(shape: MultiPolygon | MultiLineString): MultiPolygon | MultiLineString {
  // Shapes so small that rounding has turned them inside out would become the whole sphere: only these few are unrolled.
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
