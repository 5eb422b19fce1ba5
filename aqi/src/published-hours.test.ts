import { describe, expect, it } from 'vitest';
import { type AirIndex, computeIndex } from './compute-index.ts';
import { readSharedTable, readSharedText, sharedOrSkip } from './shared-files.fixture.ts';
import { findChineseStandard } from './standards.ts';

const columns = { 'PM2.5': 'pm2_5', PM10: 'pm10', SO2: 'so2', NO2: 'no2', CO: 'co', O3: 'o3_1h' };
const wanted = ['time', 'aqi', 'primary_pollutant', ...Object.values(columns)];
const publishedNames: Record<string, string> = {
  'PM2.5': '细颗粒物(PM2.5)',
  PM10: '颗粒物(PM10)',
  SO2: '二氧化硫',
  NO2: '二氧化氮',
  CO: '一氧化碳',
  O3: '臭氧1小时',
};

/** Counts rows with all six pollutants and an index, those above 50 with a primary pollutant, and those that agree. */
const noCounts = () => ({ rows: 0, sameIndex: 0, above50: 0, samePrimary: 0 });

function count(
  total: ReturnType<typeof noCounts>,
  published: { aqi: number; primary: string },
  ours: AirIndex,
) {
  total.rows += 1;
  if (ours.aqi === published.aqi) total.sameIndex += 1;
  if (published.aqi <= 50) return;
  total.above50 += 1;
  const names = published.primary.split(',').map((name) => name.replace(/\((NO2|SO2|CO|O3_1h)\)$/, ''));
  const expected = ours.primary.map((pollutant) => publishedNames[pollutant]);
  if (names.toSorted().join() === expected.toSorted().join()) total.samePrimary += 1;
}

const starts = new Map<string, string>();

/** The start of a published hour, which is labelled by its end: the first hour of a standard is labelled 01:00. */
function startOf(label: string): string {
  const known = starts.get(label);
  if (known) return known;
  const end = new Date(`${label.replace(' ', 'T')}Z`);
  const start = new Date(end.getTime() - 3_600_000).toISOString().slice(0, 10);
  starts.set(label, start);
  return start;
}

function readValues(row: Record<string, string>, names: Record<string, string>) {
  const present = Object.entries(names).filter(([, column]) => /^[\d.]+$/.test(row[column] ?? ''));
  return Object.fromEntries(present.map(([pollutant, column]) => [pollutant, Number(row[column])]));
}

const files = [
  ['cnemc_beijing12_hourly_2024', ['HJ 633-2012']],
  ['cnemc_national_24h_2025-04-12', ['HJ 633-2012']],
  ['cnemc_shanghai_guangzhou_chengdu_hourly_2025-06', ['HJ 633-2012']],
  ['cnemc_beijing_tianjin_hourly_2026-02-15_2026-03-15', ['HJ 633-2012', 'HJ 633-2026']],
  ['cnemc_national_24h_2026-04-15', ['HJ 633-2026']],
] as const;

describe.skipIf(!sharedOrSkip.present)(
  `hours as the national network published them${sharedOrSkip.note}`,
  () => {
    it.each(files)(
      'agree with %s on 99.9 %% of indices and primary pollutants',
      (file, expectedStandards) => {
        const totals = { 'HJ 633-2012': noCounts(), 'HJ 633-2026': noCounts() };
        for (const row of readSharedTable(`data/air/${file}.csv.gz`, wanted)) {
          const values = readValues(row, columns);
          if (!row.aqi || Object.keys(values).length < 6) continue;
          const standard = findChineseStandard(startOf(row.time ?? ''));
          const ours = computeIndex({ standard, mode: 'hourly', values });
          count(totals[standard], { aqi: Number(row.aqi), primary: row.primary_pollutant ?? '' }, ours);
          // The only differences: PM at the detection limit is published as 3, with an index computed from the lower value.
          if (ours.aqi !== Number(row.aqi)) expect(row.pm2_5).toBe('3');
        }
        const seen = Object.entries(totals).filter(([, { rows }]) => rows > 0);
        expect(seen.map(([name]) => name)).toEqual(expectedStandards);
        for (const [, total] of seen) {
          expect(total.rows).toBeGreaterThan(10_000);
          expect(total.sameIndex / total.rows).toBeGreaterThanOrEqual(0.999);
          expect(total.samePrimary / total.above50).toBeGreaterThanOrEqual(0.999);
        }
      },
    );

    it('agree for an hour of 2018 once its swapped columns O3 and highest O3 are exchanged', () => {
      const total = noCounts();
      // The type of the file; a wrong one fails the count below.
      const { features } = JSON.parse(
        readSharedText('data/air/cnemc_snapshot_2018-02-20T07_geojson.json.gz'),
      ) as { features: { properties: Record<string, string> }[] };
      for (const { properties } of features) {
        const values = readValues(properties, { ...columns, O3: 'o3_24h' });
        if (Object.keys(values).length < 6) continue;
        const ours = computeIndex({ standard: 'HJ 633-2012', mode: 'hourly', values });
        count(total, { aqi: Number(properties.aqi), primary: properties.primarypollutant ?? '' }, ours);
      }
      expect(total).toEqual({
        rows: 1214,
        sameIndex: 1214,
        above50: total.above50,
        samePrimary: total.above50,
      });
      expect(total.above50).toBeGreaterThan(700);
    });

    it('agree for American days of Seattle in 2013 where the breakpoints have not changed since', () => {
      const concentration = 'Daily Mean PM2.5 Concentration';
      const days = readSharedTable('data/air/epa_pm25_daily_aqi_seattle_2013.csv.gz', [
        concentration,
        'DAILY_AQI_VALUE',
      ])
        .map((row) => ({
          pm: Number(row[concentration]),
          aqi: Number(row.DAILY_AQI_VALUE),
        }))
        .filter(({ pm }) => pm >= 35.5 && pm < 55.5);
      expect(days.length).toBe(11);
      for (const { pm, aqi } of days) {
        expect(computeIndex({ standard: 'US EPA', mode: 'daily', values: { 'PM2.5': pm } }).aqi).toBe(aqi);
      }
    });
  },
);
