import type { ByPollutant } from './by-pollutant.ts';

/** Limits of class II, the class of inhabited areas: µg/m³, CO in mg/m³; O3 as the highest 8-hour mean of the day. */
export interface AmbientLimits {
  readonly edition: 'GB 3095-2012' | 'GB 3095-2026';
  readonly since: string;
  readonly day: ByPollutant<number>;
}

const limitsOf2012: AmbientLimits = {
  edition: 'GB 3095-2012',
  since: '2016-01-01',
  day: { 'PM2.5': 75, PM10: 150, SO2: 150, NO2: 80, CO: 4, O3: 160 },
};

const transitionLimits: AmbientLimits = {
  edition: 'GB 3095-2026',
  since: '2026-03-01',
  day: { ...limitsOf2012.day, 'PM2.5': 60, PM10: 120 },
};

const finalLimits: AmbientLimits = {
  edition: 'GB 3095-2026',
  since: '2031-01-01',
  day: { 'PM2.5': 50, PM10: 100, SO2: 50, NO2: 50, CO: 4, O3: 160 },
};

/** The limits in force on a local date (`YYYY-MM-DD`). */
export function findAmbientLimits(localDate: string): AmbientLimits {
  const inForce = [finalLimits, transitionLimits].find(({ since }) => localDate >= since);
  return inForce ?? limitsOf2012;
}
