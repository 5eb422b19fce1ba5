import { bandRow } from './row.ts';
import { levelsFrom, type Standard } from './standard.ts';

/** The European index of the EEA, hour by hour. */
export const eu: Standard = {
  source: 'European Environment Agency, European air quality index, bands of 2025',
  since: '2025',
  levels: levelsFrom([
    ['good', '#50F0E6', 1],
    ['fair', '#50CCAA', 2],
    ['moderate', '#F0E641', 3],
    ['poor', '#FF5050', 4],
    ['veryPoor', '#960032', 5],
    ['extremelyPoor', '#7D2181', null],
  ]),
  rows: new Map([
    ['PM2.5@1h', bandRow([5, 15, 50, 90, 140])],
    ['PM10@1h', bandRow([15, 45, 120, 195, 270])],
    ['NO2@1h', bandRow([10, 25, 60, 100, 150])],
    ['O3@1h', bandRow([60, 100, 120, 160, 180])],
    ['SO2@1h', bandRow([20, 40, 125, 190, 275])],
  ]),
  modes: {
    hourly: [
      { pollutant: 'PM2.5', averagings: ['1h'] },
      { pollutant: 'PM10', averagings: ['1h'] },
      { pollutant: 'NO2', averagings: ['1h'] },
      { pollutant: 'O3', averagings: ['1h'] },
      { pollutant: 'SO2', averagings: ['1h'] },
    ],
    daily: [],
  },
  needs: [['NO2'], ['O3'], ['PM2.5', 'PM10']],
  primaryAbove: 0,
  incompletePublishedAbove: null,
};

/** The French index: daily means of PM, the day's highest hour of the gases. */
export const atmo: Standard = {
  source: 'Arrêté du 10 juillet 2020 relatif à l’indice de la qualité de l’air ambiant, annexe I',
  since: '2021-01-01',
  levels: levelsFrom([
    ['good', '#50F0E6', 1],
    ['average', '#50CCAA', 2],
    ['degraded', '#F0E641', 3],
    ['bad', '#FF5050', 4],
    ['veryBad', '#960032', 5],
    ['extremelyBad', '#872181', null],
  ]),
  rows: new Map([
    ['PM2.5@24h', bandRow([10, 20, 25, 50, 75], true)],
    ['PM10@24h', bandRow([20, 40, 50, 100, 150], true)],
    ['NO2@1h', bandRow([40, 90, 120, 230, 340], true)],
    ['O3@1h', bandRow([50, 100, 130, 240, 380], true)],
    ['SO2@1h', bandRow([100, 200, 350, 500, 750], true)],
  ]),
  modes: {
    hourly: [],
    daily: [
      { pollutant: 'PM2.5', averagings: ['24h'] },
      { pollutant: 'PM10', averagings: ['24h'] },
      { pollutant: 'NO2', averagings: ['1h'] },
      { pollutant: 'O3', averagings: ['1h'] },
      { pollutant: 'SO2', averagings: ['1h'] },
    ],
  },
  needs: [['PM2.5'], ['PM10'], ['NO2'], ['O3'], ['SO2']],
  primaryAbove: 0,
  incompletePublishedAbove: null,
};
