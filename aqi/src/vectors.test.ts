import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeIndex } from './compute-index.ts';
import { computeNowCast } from './nowcast.ts';
import { readSharedText, sharedOrSkip } from './shared-files.fixture.ts';
import { bandRow, computeSubIndex, type IndexRow } from './standards/row.ts';
import type { IndexMode, StandardName } from './standards/standard.ts';
import { standards } from './standards.ts';

interface SubIndexVector {
  standard: string;
  pollutant: string;
  averaging: string;
  concentration: number;
  iaqi?: number | null;
  index?: number;
  colour?: string;
}

interface IndexVector {
  standard: string;
  mode: IndexMode;
  concentrations: Record<string, number>;
  iaqi?: Record<string, number>;
  aqi?: number;
  index?: number;
  level?: number;
  colour?: string;
  primaryPollutants?: string[];
  responsible?: string[];
  publishedAqi?: number;
  missing?: string[];
}

interface Vectors {
  tables?: Record<string, Record<string, number[] | [number, number, number, number][]>>;
  iaqi: SubIndexVector[];
  aqi: IndexVector[];
  nowcast: { hoursNewestFirst: (number | null)[]; nowcast: number | null; aqi: number | null }[];
}

const namesInVectors: Record<string, StandardName> = {
  'HJ 633-2012': 'HJ 633-2012',
  'HJ 633-2026': 'HJ 633-2026',
  'US EPA AQI 2024': 'US EPA',
  'EAQI (since 2025)': 'EU',
  'ATMO 2021 (France)': 'ATMO',
};

const ownVectors: Vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));
const sets: [string, Vectors][] = [['of the repository', ownVectors]];
if (sharedOrSkip.present) sets.push(['of ../shared', JSON.parse(readSharedText('vectors/aqi.json'))]);

function nameOf(vector: { standard: string }): StandardName {
  const name = namesInVectors[vector.standard];
  if (!name) throw new Error(`no such standard: ${vector.standard}`);
  return name;
}

describe.each(sets)('the vectors %s', (_, vectors) => {
  const subIndices = vectors.iaqi.filter(({ standard }) => !standard.startsWith('CAQI'));

  it('are complete', () => {
    expect(subIndices.length).toBeGreaterThan(90);
    expect(vectors.aqi.length).toBeGreaterThan(7);
    expect(vectors.nowcast.length).toBe(3);
  });

  it('agree on every sub-index in every mode', () => {
    for (const vector of subIndices) {
      const key = `${vector.pollutant}@${vector.averaging.replace('max ', '')}`;
      for (const mode of ['hourly', 'daily'] as const) {
        const result = computeIndex({
          standard: nameOf(vector),
          mode,
          values: { [key]: vector.concentration },
        });
        expect({ vector, index: result.iaqi[key] }).toEqual({
          vector,
          index: vector.iaqi ?? vector.index ?? null,
        });
      }
    }
  });

  it('agree on the level and colour of a European or French band', () => {
    for (const vector of subIndices.filter(({ colour }) => colour)) {
      const name = nameOf(vector);
      const mode = name === 'EU' ? 'hourly' : 'daily';
      const values = { [vector.pollutant]: vector.concentration };
      const { level } = computeIndex({ standard: name, mode, values });
      expect(standards[name].levels[(level ?? 0) - 1]?.colour).toBe(vector.colour);
    }
  });

  it.each(vectors.aqi)('agree on the complete index: $standard $mode $concentrations', (vector) => {
    const renamed = (record: Record<string, number>) =>
      Object.fromEntries(Object.entries(record).map(([key, value]) => [key.replace('_', '@'), value]));
    const name = nameOf(vector);
    const values = renamed(vector.concentrations);
    const result = computeIndex({ standard: name, mode: vector.mode, values });
    expect(result.aqi).toBe(vector.aqi ?? vector.index);
    expect(result.primary).toEqual(vector.primaryPollutants ?? vector.responsible);
    if (vector.iaqi) expect(result.iaqi).toEqual(renamed(vector.iaqi));
    if (vector.level) expect(result.level).toBe(vector.level);
    if (vector.colour) expect(standards[name].levels[(result.level ?? 0) - 1]?.colour).toBe(vector.colour);
    if (vector.publishedAqi) expect(result.published).toBe(vector.publishedAqi);
    if (vector.missing) expect(result.missing).toEqual(vector.missing);
  });

  it.each(vectors.nowcast)(
    'agree on the NowCast of $hoursNewestFirst',
    ({ hoursNewestFirst, nowcast, aqi }) => {
      const value = computeNowCast(hoursNewestFirst);
      if (nowcast === null) expect(value).toBeNull();
      else expect(Math.abs((value ?? 0) - nowcast)).toBeLessThan(0.0002);
      expect(computeIndex({ standard: 'US EPA', mode: 'hourly', values: { 'PM2.5': value } }).aqi).toBe(aqi);
    },
  );

  const { tables } = vectors;
  if (tables) {
    it('hold the same tables', () => {
      const compared: [name: StandardName, table: string, averagingOf: (pollutant: string) => string][] = [
        ['HJ 633-2012', 'HJ633-2012', () => ''],
        ['HJ 633-2026', 'HJ633-2026', () => ''],
        ['US EPA', 'EPA-2024', () => ''],
        ['EU', 'EAQI-2025', () => '@1h'],
        ['ATMO', 'ATMO-2021', (pollutant) => (pollutant.startsWith('PM') ? '@24h' : '@1h')],
      ];
      for (const [name, table, averagingOf] of compared) {
        for (const [key, figures] of Object.entries(tables[table] ?? {})) {
          const row = standards[name].rows.get(key.replace('_', '@') + averagingOf(key));
          expect({ key, figures: row && figuresOf(row, name) }).toEqual({ key, figures });
        }
      }
    });
  }
});

function figuresOf(row: IndexRow, name: StandardName) {
  if (row.kind === 'bands') return row.bounds;
  return name === 'US EPA' ? row.segments : [0, ...row.segments.map(([, high]) => high)];
}

describe('a band', () => {
  it('includes its upper bound', () => {
    expect([5, 5.000001, 15].map((value) => computeSubIndex(bandRow([5, 15]), value))).toEqual([1, 2, 2]);
    expect(computeSubIndex(bandRow([5, 15]), 1e308)).toBe(3);
  });
});
