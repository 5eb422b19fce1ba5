import type { SourcePollutant, SourceUnit } from '@limpid/contract/reference/reference-source';

/** µg/m³ of one ppb at 298.15 K and 1013.25 hPa, the conditions of GB 3095. */
const microgramsPerPpb: Partial<Record<SourcePollutant, number>> = {
  so2: 2.619,
  no2: 1.88,
  o3: 1.962,
  co: 1.145,
};

/**
 * What a value in a unit is multiplied by to be stored: µg/m³, CO in mg/m³. Undefined for a unit that the pollutant does
 * not have: particles have no molar mass.
 */
export function unitFactor(pollutant: SourcePollutant, unit: SourceUnit): number | undefined {
  const micrograms = microgramFactor(pollutant, unit);
  return micrograms === undefined ? undefined : micrograms / (pollutant === 'co' ? 1000 : 1);
}

function microgramFactor(pollutant: SourcePollutant, unit: SourceUnit): number | undefined {
  if (unit === 'µg/m³') return 1;
  if (unit === 'mg/m³') return 1000;
  const perPpb = microgramsPerPpb[pollutant];
  return perPpb && perPpb * (unit === 'ppm' ? 1000 : 1);
}

/** The usual spellings of units in published data. */
const spellings: Record<string, SourceUnit> = {
  'µg/m³': 'µg/m³',
  'μg/m³': 'µg/m³',
  'ug/m3': 'µg/m³',
  'µg/m3': 'µg/m³',
  'μg/m3': 'µg/m³',
  'mg/m³': 'mg/m³',
  'mg/m3': 'mg/m³',
  ppb: 'ppb',
  ppm: 'ppm',
};

export function readUnit(text: string): SourceUnit | undefined {
  return spellings[text.trim()];
}
