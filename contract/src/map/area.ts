import Type, { type Static } from 'typebox';

const degrees = Type.Number({ minimum: -540, maximum: 540 });

/** Restricts a query to sites within an area: west, south, east, north. Across the date line, east is beyond 180. */
export const areaFilter = Type.Optional(Type.Array(degrees, { minItems: 4, maxItems: 4 }));
export type AreaFilter = Static<typeof areaFilter>;
