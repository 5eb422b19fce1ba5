import { type IndexRow, type IndexSegment, slopedRow } from './row.ts';
import { type IndexPart, levelsFrom, type Standard } from './standard.ts';

const indices = [0, 50, 100, 150, 200, 300, 400, 500];

function chineseRow(breakpoints: readonly number[], above: number | 'none', decimals = 0): IndexRow {
  const segments = breakpoints.slice(1).map((high, index): IndexSegment => {
    // No row is longer than the list of indices, so every index exists.
    return [breakpoints[index] ?? 0, high, indices[index] ?? 0, indices[index + 1] ?? 0];
  });
  const unit = decimals === 0 ? 'µg/m³' : 'mg/m³';
  return slopedRow({ unit, decimals, rounding: 'half-even', result: 'up', segments, above });
}

interface Edition {
  readonly pm25: readonly number[];
  readonly pm10: readonly number[];
  readonly so2HourAbove: number | 'none';
  readonly o3EightHoursAbove: number | 'none';
}

function rowsOf(edition: Edition): ReadonlyMap<string, IndexRow> {
  const pm25 = chineseRow(edition.pm25, 500);
  const pm10 = chineseRow(edition.pm10, 500);
  return new Map([
    ['PM2.5@24h', pm25],
    ['PM2.5@1h', pm25],
    ['PM10@24h', pm10],
    ['PM10@1h', pm10],
    ['SO2@24h', chineseRow([0, 50, 150, 475, 800, 1600, 2100, 2620], 500)],
    ['SO2@1h', chineseRow([0, 150, 500, 650, 800], edition.so2HourAbove)],
    ['NO2@24h', chineseRow([0, 40, 80, 180, 280, 565, 750, 940], 500)],
    ['NO2@1h', chineseRow([0, 100, 200, 700, 1200, 2340, 3090, 3840], 500)],
    ['CO@24h', chineseRow([0, 2, 4, 14, 24, 36, 48, 60], 500, 1)],
    ['CO@1h', chineseRow([0, 5, 10, 35, 60, 90, 120, 150], 500, 1)],
    ['O3@1h', chineseRow([0, 160, 200, 300, 400, 800, 1000, 1200], 500)],
    ['O3@8h', chineseRow([0, 100, 160, 215, 265, 800], edition.o3EightHoursAbove)],
  ]);
}

const pollutants = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'];

function partsOf(
  averaging: string,
  ozone: IndexPart['averagings'],
  substituted: readonly string[] = [],
): IndexPart[] {
  return pollutants.map((pollutant) => ({
    pollutant,
    averagings: pollutant === 'O3' ? ozone : [averaging],
    ...(substituted.includes(pollutant) ? { substitute: '24h' } : {}),
  }));
}

const shared = {
  levels: levelsFrom([
    ['excellent', '#00E400', 50],
    ['good', '#FFFF00', 100],
    ['light', '#FF7E00', 150],
    ['moderate', '#FF0000', 200],
    ['severe', '#99004C', 300],
    ['serious', '#7E0023', null],
  ]),
  needs: pollutants.map((pollutant) => [pollutant]),
  primaryAbove: 50,
};

export const hj633of2012: Standard = {
  ...shared,
  source: 'HJ 633-2012, table 1 and §4',
  since: '2016-01-01',
  rows: rowsOf({
    pm25: [0, 35, 75, 115, 150, 250, 350, 500],
    pm10: [0, 50, 150, 250, 350, 420, 500, 600],
    so2HourAbove: 'none',
    o3EightHoursAbove: 'none',
  }),
  modes: {
    // The standard also requires sliding 24-hour PM and 8-hour O3; the national network published 1-hour values only.
    hourly: partsOf('1h', ['1h'], ['PM2.5', 'PM10', 'SO2']),
    daily: partsOf('24h', ['8h', '1h']),
  },
  incompletePublishedAbove: null,
};

export const hj633of2026: Standard = {
  ...shared,
  source: 'HJ 633-2026, table 1, §4 and §5.3',
  since: '2026-03-01',
  rows: rowsOf({
    pm25: [0, 35, 60, 115, 150, 250, 350, 500],
    pm10: [0, 50, 120, 250, 350, 420, 500, 600],
    so2HourAbove: 200,
    o3EightHoursAbove: 300,
  }),
  modes: { hourly: partsOf('1h', ['1h']), daily: partsOf('24h', ['8h']) },
  incompletePublishedAbove: 100,
};
