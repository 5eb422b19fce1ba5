import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { standards } from '@limpid/aqi/standards';

const { levels } = standards['HJ 633-2026'];

export function levelColour(level: number): string {
  return levels.find((one) => one.level === level)?.colour ?? '#9aa5b1';
}

/** Those of the console on a light ground. */
const channelColours: Record<IndexPollutant, string> = {
  'PM2.5': '#1f6fd6',
  PM10: '#96590d',
  SO2: '#7a4fc9',
  NO2: '#c2386b',
  CO: '#5b6b7f',
  O3: '#0e7f7f',
};
export const indexColour = '#243b6b';

export function pollutantColour(pollutant: IndexPollutant): string {
  return channelColours[pollutant];
}
