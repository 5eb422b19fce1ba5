import { describe, expect, it } from 'vitest';
import { roundForPublication } from '../round.ts';
import { readSharedTable, sharedOrSkip } from '../shared-files.fixture.ts';
import { findStart, listMeasured, type PublishedDay, readPublishedDays } from './published-days.fixture.ts';

const file = 'data/air/cnemc_beijing12_hourly_2024.csv.gz';
// The network computed PM and CO from values with more digits than it published.
const columns = { SO2: 'so2_24h', NO2: 'no2_24h', O3: 'o3_8h_daymax' } as const;
const pollutants = ['SO2', 'NO2', 'O3'] as const;

describe.skipIf(!sharedOrSkip.present)(`days of published hours${sharedOrSkip.note}`, () => {
  it('are the days that the network published at midnight, where no hour is missing', () => {
    const days = new Map<string, PublishedDay>();
    for (const [station, own] of readPublishedDays(file))
      for (const day of own) days.set(`${station} ${day.day}`, day);
    let compared = 0;
    for (const row of readSharedTable(file, ['time', 'station_code', ...Object.values(columns)])) {
      const { day, hour } = findStart(row.time ?? '');
      const { values, hours } = days.get(`${row.station_code} ${day}`) ?? {};
      if (hour !== 23 || !hours) continue;
      for (const pollutant of pollutants) {
        const published = row[columns[pollutant]] ?? '';
        if (published === '' || listMeasured(hours[pollutant]).length < 24) continue;
        const ours = roundForPublication(pollutant, values?.[pollutant]?.value ?? Number.NaN);
        expect(ours).toBe(Number(published));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });
});
