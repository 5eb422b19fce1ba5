import { type IndexSegment, slopedRow, type Unit } from './row.ts';
import { type IndexPart, levelsFrom, type Standard } from './standard.ts';

function americanRow(
  unit: Unit,
  decimals: number,
  segments: readonly IndexSegment[],
  above: number | 'none' | 'prolonged' = 'prolonged',
) {
  return slopedRow({ unit, decimals, rounding: 'truncate', result: 'nearest', segments, above });
}

const rows = new Map([
  [
    'PM2.5@24h',
    americanRow('µg/m³', 1, [
      [0, 9, 0, 50],
      [9.1, 35.4, 51, 100],
      [35.5, 55.4, 101, 150],
      [55.5, 125.4, 151, 200],
      [125.5, 225.4, 201, 300],
      [225.5, 325.4, 301, 500],
    ]),
  ],
  [
    'PM10@24h',
    americanRow('µg/m³', 0, [
      [0, 54, 0, 50],
      [55, 154, 51, 100],
      [155, 254, 101, 150],
      [255, 354, 151, 200],
      [355, 424, 201, 300],
      [425, 604, 301, 500],
    ]),
  ],
  [
    'SO2@1h',
    // From 305 ppb in an hour the index stays 200 unless the 24-hour mean gives more.
    americanRow(
      'ppb',
      0,
      [
        [0, 35, 0, 50],
        [36, 75, 51, 100],
        [76, 185, 101, 150],
        [186, 304, 151, 200],
      ],
      200,
    ),
  ],
  [
    'SO2@24h',
    americanRow('ppb', 0, [
      [305, 604, 201, 300],
      [605, 1004, 301, 500],
    ]),
  ],
  [
    'NO2@1h',
    americanRow('ppb', 0, [
      [0, 53, 0, 50],
      [54, 100, 51, 100],
      [101, 360, 101, 150],
      [361, 649, 151, 200],
      [650, 1249, 201, 300],
      [1250, 2049, 301, 500],
    ]),
  ],
  [
    'CO@8h',
    americanRow('ppm', 1, [
      [0, 4.4, 0, 50],
      [4.5, 9.4, 51, 100],
      [9.5, 12.4, 101, 150],
      [12.5, 15.4, 151, 200],
      [15.5, 30.4, 201, 300],
      [30.5, 50.4, 301, 500],
    ]),
  ],
  [
    'O3@8h',
    // Above 0.200 ppm only the 1-hour value defines an index.
    americanRow(
      'ppm',
      3,
      [
        [0, 0.054, 0, 50],
        [0.055, 0.07, 51, 100],
        [0.071, 0.085, 101, 150],
        [0.086, 0.105, 151, 200],
        [0.106, 0.2, 201, 300],
      ],
      'none',
    ),
  ],
  [
    'O3@1h',
    americanRow('ppm', 3, [
      [0.125, 0.164, 101, 150],
      [0.165, 0.204, 151, 200],
      [0.205, 0.404, 201, 300],
      [0.405, 0.604, 301, 500],
    ]),
  ],
]);

// The same rows are used for hours: the caller provides the NowCast of PM and sliding means of CO and O3.
const parts: readonly IndexPart[] = [
  { pollutant: 'PM2.5', averagings: ['24h'] },
  { pollutant: 'PM10', averagings: ['24h'] },
  { pollutant: 'SO2', averagings: ['1h', '24h'] },
  { pollutant: 'NO2', averagings: ['1h'] },
  { pollutant: 'CO', averagings: ['8h'] },
  { pollutant: 'O3', averagings: ['8h', '1h'] },
];

export const usEpa: Standard = {
  source: 'EPA-454/B-24-002, table 6 and 40 CFR 58 appendix G',
  since: '2024-05-06',
  levels: levelsFrom([
    ['good', '#00E400', 50],
    ['moderate', '#FFFF00', 100],
    ['sensitive', '#FF7E00', 150],
    ['unhealthy', '#FF0000', 200],
    ['veryUnhealthy', '#8F3F97', 300],
    ['hazardous', '#7E0023', null],
  ]),
  rows,
  modes: { hourly: parts, daily: parts },
  needs: [],
  primaryAbove: -1,
  incompletePublishedAbove: null,
};
