import { convertToMass, convertToVolume } from './units.ts';

/** The pollutants of an index, by their codes in HJ 212. */
const pollutants = {
  a34004: 'PM2.5',
  a34002: 'PM10',
  a21026: 'SO2',
  a21004: 'NO2',
  a21005: 'CO',
  a05024: 'O3',
} as const;

type PollutantCode = keyof typeof pollutants;
export type IndexPollutant = (typeof pollutants)[PollutantCode];
/** The codes of HJ 212 by which channels are recognised as pollutants of an index. */
export const pollutantCodes: readonly string[] = Object.keys(pollutants);
export const allPollutants: readonly IndexPollutant[] = Object.values(pollutants);

export function findPollutant(gbCode: string): IndexPollutant | undefined {
  return Object.hasOwn(pollutants, gbCode) ? pollutants[gbCode as PollutantCode] : undefined;
}

/** Converts to the unit of the Chinese tables, µg/m³ and for CO mg/m³; null if the unit of the channel cannot be converted. */
export function toTableUnit(pollutant: IndexPollutant, value: number, unit: string): number | null {
  const plain = simplifyUnit(unit);
  const milli = pollutant === 'CO';
  if (plain === 'ug/m3') return milli ? value / 1000 : value;
  if (plain === 'mg/m3') return milli ? value : value * 1000;
  if (pollutant === 'PM2.5' || pollutant === 'PM10') return null;
  // ppb is converted to µg/m³, and ppm to mg/m³.
  const mass = convertToMass(pollutant, value);
  if (mass === null || (plain !== 'ppb' && plain !== 'ppm')) return null;
  if (plain === 'ppb') return milli ? mass / 1000 : mass;
  return milli ? mass : mass * 1000;
}

/** The inverse of `toTableUnit`, for limits that are shown in the unit of a channel. */
export function fromTableUnit(pollutant: IndexPollutant, value: number, unit: string): number | null {
  const plain = simplifyUnit(unit);
  const milli = pollutant === 'CO';
  if (plain === 'ug/m3') return milli ? value * 1000 : value;
  if (plain === 'mg/m3') return milli ? value : value / 1000;
  if (pollutant === 'PM2.5' || pollutant === 'PM10') return null;
  const volume = convertToVolume(pollutant, value);
  if (volume === null || (plain !== 'ppb' && plain !== 'ppm')) return null;
  if (plain === 'ppb') return milli ? volume * 1000 : volume;
  return milli ? volume : volume / 1000;
}

function simplifyUnit(unit: string): string {
  return unit.toLowerCase().replace(/[µμ]/g, 'u').replace('³', '3');
}
