import type { IndexPollutant } from '@limpid/aqi/pollutant';

/** Those of the console on a light ground. */
const channelColours: Record<IndexPollutant, string> = {
  'PM2.5': '#1f6fd6',
  PM10: '#96590d',
  SO2: '#7a4fc9',
  NO2: '#c2386b',
  CO: '#5b6b7f',
  O3: '#0e7f7f',
};

export function pollutantColour(pollutant: IndexPollutant): string {
  return channelColours[pollutant];
}
