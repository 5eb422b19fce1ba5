import { HOUR_MS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import type pg from 'pg';
import {
  type PublicationValues,
  writePublications,
} from '../../server/src/features/reference/write-publications.ts';
import type { App } from '../../server/src/platform/app.ts';
import { withBenchApp } from '../shared/app.ts';

interface HourFigures {
  stations: number;
  /** Seconds for an hour that is new, for the same hour again, and for one with other values. */
  added: number;
  unchanged: number;
  revised: number;
  /** The same rows by one bare upsert. */
  bare: number;
}

const stations = 10_000;
const batchSize = 5000;
const rounds = 5;

/** Writes one hour of 10,000 stations as a source does, beside a bare upsert of the same values. */
export async function measureReferenceHours(): Promise<HourFigures> {
  return withBenchApp(
    async ({ app }) => {
      await app.pool.query('create table bare_hour (like reference_reading including all)');
      const seconds: Record<'added' | 'unchanged' | 'revised' | 'bare', number[]> = {
        added: [],
        unchanged: [],
        revised: [],
        bare: [],
      };
      for (let round = 0; round < rounds; round++) {
        const hour = makeHour(round, 40);
        seconds.added.push(await time(() => write(app, hour)));
        seconds.unchanged.push(await time(() => write(app, hour)));
        seconds.revised.push(await time(() => write(app, makeHour(round, 45))));
        seconds.bare.push(await time(() => upsertBare(app.pool, hour)));
      }
      return {
        stations,
        added: median(seconds.added),
        unchanged: median(seconds.unchanged),
        revised: median(seconds.revised),
        bare: median(seconds.bare),
      };
    },
    { sites: 1 },
  );
}

function makeHour(round: number, level: number): PublicationValues[] {
  const releasedAt = Date.parse('2026-04-15T00:00Z') + (round + 1) * HOUR_MS;
  return Array.from({ length: stations }, (_, n) => ({
    stationCode: `B${n}`,
    stationName: `Station ${n}`,
    city: `City ${n % 300}`,
    longitude: 100 + (n % 200) / 10,
    latitude: 25 + (n % 150) / 10,
    releasedAt,
    pm25: level + (n % 30),
    pm10: level + (n % 60),
    so2: n % 20,
    no2: n % 50,
    o3: n % 150,
    co: (n % 15) / 10,
  }));
}

async function write(app: App, rows: readonly PublicationValues[]): Promise<void> {
  const options = { writtenBy: 'bench', update: true, zone: defaultZone, onPublished: async () => undefined };
  for (let from = 0; from < rows.length; from += batchSize)
    await app.db
      .transaction()
      .execute((transaction) => writePublications(transaction, rows.slice(from, from + batchSize), options));
}

async function upsertBare(pool: pg.Pool, rows: readonly PublicationValues[]): Promise<void> {
  const column = (name: keyof PublicationValues) => rows.map((row) => row[name]);
  const ends = rows.map(({ releasedAt }) => new Date(releasedAt));
  await pool.query(
    `insert into bare_hour (station_code, release_time, pm25, pm10, so2, no2, o3, co)
     select * from unnest($1::text[], $2::timestamptz[], $3::real[], $4::real[], $5::real[], $6::real[], $7::real[],
       $8::real[])
     on conflict (station_code, hour) do update set pm25 = excluded.pm25, pm10 = excluded.pm10, so2 = excluded.so2,
       no2 = excluded.no2, o3 = excluded.o3, co = excluded.co`,
    [column('stationCode'), ends, ...(['pm25', 'pm10', 'so2', 'no2', 'o3', 'co'] as const).map(column)],
  );
}

async function time(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
