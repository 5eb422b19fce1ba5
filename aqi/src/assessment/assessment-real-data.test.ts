import { describe, expect, it } from 'vitest';
import { allPollutants } from '../pollutant.ts';
import { sharedOrSkip } from '../shared-files.fixture.ts';
import { assessPeriod, type PeriodAssessment } from './assess-period.ts';
import {
  averageStations,
  countLevelDays,
  type PublishedDay,
  readPublishedDays,
} from './published-days.fixture.ts';
import { roundCompositeIndex, roundStatistic } from './round-statistic.ts';

const files = {
  year: 'data/air/cnemc_beijing12_hourly_2024.csv.gz',
  transition: 'data/air/cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15.csv.gz',
};

/**
 * Figures of an independent program, which computes them from the same hours in exact fractions. A row has the days with
 * a value, the valid ones, the statistic, its published value by both editions, the percentile, the lowest and the
 * highest day, its date, the days above the limit, and their greatest factor.
 */
const expected = [
  {
    file: files.year,
    subject: '1001A',
    first: '2024-05-01',
    last: '2024-05-31',
    composite: 4.163449,
    published: 4.163,
    primary: 'O3',
    allValid: true,
    levels: [2, 14, 7, 5, 1, 0],
    rows: `
            days valid statistic 2013 2026  percentile lowest    highest    on         above factor
      PM2.5 31   29    30.749375 31   30.7  62.508333  5.375     64.208333  2024-05-22 0     -
      PM10  31   29    70.68597  71   70.7  116.566667 14.666667 145.291667 2024-05-10 0     -
      SO2   31   29    2.739318  3    2.7   4.706667   1.375     5.5        2024-05-18 0     -
      NO2   31   29    25.43597  25   25.4  40.42      8.666667  44.083333  2024-05-04 0     -
      CO    31   29    0.731667  0.7  0.73  0.731667   0.145833  1.133333   2024-05-18 0     -
      O3    31   29    225.7     226  225.7 225.7      65.875    270.625    2024-05-18 13    0.691406
    `,
  },
  {
    file: files.year,
    subject: '1001A',
    first: '2024-01-01',
    last: '2024-12-31',
    composite: 4.225379,
    published: 4.225,
    primary: 'O3',
    allValid: true,
    levels: [84, 182, 65, 24, 4, 0],
    rows: `
            days valid statistic 2013 2026  percentile lowest   highest    on         above factor
      PM2.5 366  357   35.311283 35   35.3  91.4       3        180.25     2024-10-26 31    1.403333
      PM10  365  352   63.756054 64   63.8  145.13125  6.125    378.391304 2024-03-28 13    1.522609
      SO2   366  357   2.848738  3    2.8   5.625      1        7.041667   2024-12-24 0     -
      NO2   366  357   32.005312 32   32    76.69      7.173913 94.458333  2024-01-11 3     0.180729
      CO    366  356   1.091667  1.1  1.09  1.091667   0.083333 1.633333   2024-10-13 0     -
      O3    366  356   189.625   190  189.6 189.625    4.75     281.125    2024-06-12 59    0.757031
    `,
  },
  {
    file: files.year,
    subject: '1002A',
    first: '2024-05-01',
    last: '2024-05-31',
    composite: 3.476279,
    published: 3.476,
    primary: 'O3',
    allValid: false,
    levels: [4, 5, 2, 3, 1, 0],
    rows: `
            days valid statistic 2013 2026  percentile lowest   highest   on         above factor
      PM2.5 16   14    25.11206  25   25.1  47.84375   3        55.291667 2024-05-23 0     -
      PM10  16   13    47.367146 47   47.4  93.516667  8.75     95.916667 2024-05-18 0     -
      SO2   16   15    2.855556  3    2.9   3.885      1.791667 4.083333  2024-05-19 0     -
      NO2   16   15    14.174758 14   14.2  19.395     8.916667 19.791667 2024-05-29 0     -
      CO    16   15    0.88375   0.9  0.88  0.88375    0.195833 0.933333  2024-05-21 0     -
      O3    16   15    233.475   233  233.5 233.475    49.125   270       2024-05-18 6     0.6875
    `,
  },
  {
    file: files.year,
    subject: '1002A',
    first: '2024-01-01',
    last: '2024-12-31',
    composite: 3.06572,
    published: 3.066,
    primary: 'O3',
    allValid: false,
    levels: [150, 94, 36, 16, 3, 0],
    rows: `
            days valid statistic 2013 2026 percentile lowest   highest    on         above factor
      PM2.5 303  295   25.640746 26   25.6 74.536166  3        136.125    2024-10-26 14    0.815
      PM10  302  280   40.835749 41   40.8 98.708333  5.583333 170.208333 2024-06-22 4     0.134722
      SO2   303  298   2.917535  3    2.9  6.629239   1        9.142857   2024-08-31 0     -
      NO2   303  298   12.939369 13   12.9 34.4475    1.869565 59.75      2024-01-17 0     -
      CO    303  298   0.809348  0.8  0.81 0.809348   0.0625   1.128571   2024-08-31 0     -
      O3    302  284   188.05    188  188  188.05     4.625    271.5      2024-06-12 37    0.696875
    `,
  },
  {
    file: files.year,
    subject: 'city',
    first: '2024-05-01',
    last: '2024-05-31',
    composite: 3.923334,
    published: 3.923,
    primary: 'O3',
    allValid: true,
    levels: [4, 15, 10, 2, 0, 0],
    rows: `
            days valid statistic  2013 2026  percentile lowest    highest    on         above factor
      PM2.5 31   31    29.162448  29   29.2  54.220486  4.368056  67.007576  2024-05-05 0     -
      PM10  31   30    68.461878  68   68.5  127.908243 13.854167 165.097167 2024-05-10 1     0.100648
      SO2   31   31    3.089524   3    3.1   5.015675   2.114815  5.576389   2024-05-18 0     -
      NO2   31   31    23.551139  24   23.6  35.400692  11.902997 39.189229  2024-05-04 0     -
      CO    31   31    0.802462   0.8  0.8   0.802462   0.160159  1.001042   2024-05-18 0     -
      O3    31   30    203.393277 203  203.4 203.393277 64.443182 246.71875  2024-05-18 11    0.541992
    `,
  },
  {
    file: files.year,
    subject: 'city',
    first: '2024-01-01',
    last: '2024-12-31',
    composite: 3.830614,
    published: 3.831,
    primary: 'O3',
    allValid: true,
    levels: [119, 169, 59, 16, 1, 0],
    rows: `
            days valid statistic  2013 2026  percentile lowest    highest    on         above factor
      PM2.5 364  363   31.759594  32   31.8  81.499019  3         161.361111 2024-10-26 22    1.151481
      PM10  364  359   59.746117  60   59.7  136.694309 6.178977  346.895077 2024-03-28 11    1.312634
      SO2   364  363   3.175646   3    3.2   5.614662   1.875     6.379167   2024-03-31 0     -
      NO2   364  363   26.443281  26   26.4  58.966313  5.25      69.515851  2024-01-17 0     -
      CO    364  363   0.980882   1    0.98  0.980882   0.160159  1.387726   2024-10-13 0     -
      O3    364  362   177.672227 178  177.7 177.672227 11.829545 260.336806 2024-06-12 51    0.627105
    `,
  },
  {
    file: files.transition,
    subject: '3461A',
    first: '2026-02-16',
    last: '2026-03-14',
    composite: 10.841057,
    published: 10.841,
    primary: 'PM2.5',
    allValid: true,
    levels: [4, 11, 9, 2, 0, 0],
    rows: `
            days valid statistic  2013 2026  percentile lowest   highest    on         above factor
      PM2.5 27   26    61.605358  62   61.6  104.072917 6.434783 124.666667 2026-02-17 11    0.662222
      PM10  27   26    93.87322   94   93.9  153.427083 15.5     264.916667 2026-02-21 3     0.766111
      SO2   27   26    8.361856   8    8.4   16.354167  4.434783 16.708333  2026-02-21 0     -
      NO2   27   26    27.742754  28   27.7  57.354167  2.090909 57.833333  2026-03-10 0     -
      CO    27   26    1.147147   1.1  1.15  1.147147   0.254167 1.191667   2026-02-25 0     -
      O3    27   26    104.214286 104  104.2 104.214286 45.125   105.875    2026-02-21 0     -
    `,
  },
] as const;

const read = new Map<string, Map<string, PublishedDay[]>>();

/** The days of a station, or of all stations of the file. */
function findDays(file: string, subject: string): PublishedDay[] {
  const stations = read.get(file) ?? readPublishedDays(file);
  read.set(file, stations);
  return stations.get(subject) ?? averageStations([...stations.values()]);
}

function listRows({ pollutants }: PeriodAssessment): string[] {
  const write = (value: number | null) => (value === null ? '-' : String(Number(value.toFixed(6))));
  return allPollutants.map((pollutant) => {
    const { statistic, exceedance, ...found } = pollutants[pollutant];
    return [
      pollutant,
      found.measuredDays,
      found.validDays,
      write(statistic),
      roundStatistic(pollutant, statistic, 'HJ 663-2013'),
      roundStatistic(pollutant, statistic, 'HJ 663-2026'),
      write(found.percentile),
      write(found.minimum),
      write(found.maximum),
      found.maximumDay,
      exceedance.days,
      write(exceedance.greatestFactor),
    ].join(' ');
  });
}

describe.skipIf(!sharedOrSkip.present)(
  `hours that the national network published${sharedOrSkip.note}`,
  () => {
    it.each(expected)(
      'give the figures of $subject from $first to $last',
      ({ file, subject, ...figures }) => {
        const { first, last, rows, composite, published, primary, allValid, levels } = figures;
        const days = findDays(file, subject);
        const found = assessPeriod({ first, last }, days);
        const [, ...lines] = rows.trim().split('\n');
        expect(listRows(found)).toEqual(lines.map((line) => line.trim().replace(/ +/g, ' ')));
        expect(found.composite.index).toBeCloseTo(composite, 6);
        expect(roundCompositeIndex(found.composite.index, found.standard.edition)).toBe(published);
        expect([found.composite.primary, found.allValid]).toEqual([[primary], allValid]);
        expect(countLevelDays(days.filter(({ day }) => day >= first && day <= last))).toEqual(levels);
      },
    );
  },
);
