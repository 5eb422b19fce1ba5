import { roundHalfEven } from './decimal.ts';

const decimalsOf = {
  'PM2.5': 0,
  PM10: 0,
  TSP: 0,
  SO2: 0,
  NO2: 0,
  O3: 0,
  CO: 1,
  temperature: 1,
  humidity: 0,
  pressure: 1,
  windSpeed: 1,
  windDirection: 0,
  noise: 1,
} as const;

export type Quantity = keyof typeof decimalsOf;

/** A value as it is published (µg/m³, CO mg/m³, °C, %, hPa, m/s, °, dB); null for NaN and infinity. */
export function roundForPublication(quantity: Quantity, value: number): number | null {
  if (!Number.isFinite(value)) return null;
  const rounded = roundHalfEven(value, decimalsOf[quantity]);
  return quantity === 'windDirection' && rounded === 360 ? 0 : rounded;
}
