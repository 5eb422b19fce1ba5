import type { mesh } from 'topojson-client';

type AnyTopology = Parameters<typeof mesh>[0];
type AnyShape = NonNullable<Parameters<typeof mesh>[1]>;

/** TopoJSON as in the data packages. */
export type Topology<Names extends string> = AnyTopology & { objects: Record<Names, ShapeCollection> };
export type Shape = AnyShape;
type ShapeCollection = Extract<AnyShape, { type: 'GeometryCollection' }>;
