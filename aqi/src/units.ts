export type Gas = 'SO2' | 'NO2' | 'NO' | 'CO' | 'O3' | 'NH3' | 'H2S';

/** g/mol */
export const molarMass: Readonly<Record<Gas, number>> = {
  SO2: 64.066,
  NO2: 46.006,
  NO: 30.01,
  CO: 28.01,
  O3: 47.997,
  NH3: 17.031,
  H2S: 34.08,
};

/** L/mol at 1013.25 hPa, by °C: 25 since GB 3095-2012 was amended in 2018 and in the US, 20 in Europe, 0 before. */
export const molarVolume = { 0: 22.414, 20: 24.055, 25: 24.465 } as const;
export type ReferenceTemperature = keyof typeof molarVolume;

/** ppb → µg/m³, or ppm → mg/m³; null for an invalid concentration. */
export function convertToMass(gas: Gas, volume: number, celsius: ReferenceTemperature = 25): number | null {
  return isConcentration(volume) ? (volume * molarMass[gas]) / molarVolume[celsius] : null;
}

/** µg/m³ → ppb, or mg/m³ → ppm; null for an invalid concentration. */
export function convertToVolume(gas: Gas, mass: number, celsius: ReferenceTemperature = 25): number | null {
  return isConcentration(mass) ? (mass * molarVolume[celsius]) / molarMass[gas] : null;
}

function isConcentration(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
