import type { LinkageSettings } from './decide.rule.ts';

/** Above 150, until 100, three values in a row; without a window, a season or weather limits. */
export const testSettings: LinkageSettings = {
  basis: 'realtime',
  compare: 'gt',
  threshold: 150,
  deadBand: 50,
  consecutive: 3,
  minRunSeconds: 60,
  maxRunMinutes: 30,
  minPauseSeconds: 300,
  fromTime: null,
  toTime: null,
  fromDay: null,
  toDay: null,
  maxWind: null,
  minTemperature: null,
  maxRain: null,
};
