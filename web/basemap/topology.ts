import type { mesh } from 'topojson-client';

type AnyTopology = Parameters<typeof mesh>[0];
type AnyShape = NonNullable<Parameters<typeof mesh>[1]>;

/** Shapes that share their lines, as the data packages have them. */
export type Topology<Names extends string> = AnyTopology & { objects: Record<Names, ShapeCollection> };
export type Shape = AnyShape;
type ShapeCollection = Extract<AnyShape, { type: 'GeometryCollection' }>;
