import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { findTestChannel } from '../alarm/evaluation/alarm.fixture.ts';
import { correctValue } from '../reading/correct.rule.ts';
import { packetKind, type Reading } from '../reading/reading.ts';
import { siteChanged } from '../reading/site-changed.ts';
import { openRollUp } from '../rollup/roll-up.ts';

/** The window of the tests: a week that ends at the hour of the clock. */
const windowHours = 168;

export interface CalibratedSite {
  mn: string;
  longitude?: number | null;
  zone?: string;
  /** K and B that the platform applies, by channel. */
  lines?: Record<string, { k: number; b: number }>;
  /** By channel, the value that the device measures at a moment; undefined for no packet. */
  raw: Record<string, (at: number) => number | undefined>;
}

/** A site with the readings of a week, as ingest stores them with K and B. */
export async function addCalibratedSite(test: TestApp, given: CalibratedSite): Promise<number> {
  const { mn, longitude = 116.4, zone = 'Asia/Shanghai', lines = {}, raw } = given;
  const siteId = await addSite(test, { mn, zone, interval: 600 });
  const { pool, bus } = test.app;
  await pool.query('update site set longitude = $2, latitude = $3 where site_id = $1', [
    siteId,
    longitude,
    longitude === null ? null : 39.9,
  ]);
  for (const [code, { k, b }] of Object.entries(lines))
    await pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b) values ($1, $2, '2026-01-01', $3, $4)`,
      [siteId, findTestChannel(test, code).channelId, k, b],
    );
  await bus.publish(siteChanged);
  await test.ingest.directory.refresh();
  await storeRaw(test, siteId, raw);
  return siteId;
}

const windowOf = (test: TestApp): [from: number, to: number] => {
  const to = Math.floor(test.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  return [to - windowHours * HOUR_MS, to];
};

async function storeRaw(test: TestApp, siteId: number, raw: CalibratedSite['raw']): Promise<void> {
  const device = test.ingest.directory.findBySite(siteId);
  const [from, to] = windowOf(test);
  const readings: Reading[] = [];
  for (let ts = from; ts < to; ts += 10 * MINUTE_MS) {
    const entries = Object.entries(raw).flatMap(([code, valueAt]) => {
      const found = test.ingest.directory.channels().find((one) => one.code === code);
      if (!found) throw new Error(`no channel ${code}`);
      const { slot, channelId, minValue: min, maxValue: max } = found;
      const sent = valueAt(ts - (ts % HOUR_MS));
      if (sent === undefined) return [];
      const channel = { channelId, code, slot, min, max };
      const value = Math.fround(sent);
      return [{ slot, ...correctValue(value, 'N', channel, device?.coefficients.get(channelId), ts) }];
    });
    if (entries.length === 0) continue;
    readings.push({
      siteId,
      kind: packetKind.minute,
      ts,
      hour: floorToHour(ts, device?.zone ?? 'Asia/Shanghai'),
      rank: ts * 2,
      slots: entries.map(({ slot }) => slot),
      values: entries.map(({ value }) => value),
      marks: entries.flatMap(({ mark }) => mark ?? []),
    });
  }
  await storeTestReadings(test, readings);
  await openRollUp(test.app, test.ingest.directory).run(true);
}

export type Published = (at: number) => Partial<Record<'pm25' | 'pm10' | 'o3' | 'co', number>>;

/** An official station with what it published in the week. */
export async function addStation(
  test: TestApp,
  code: string,
  published: Published,
  longitude = 116.405,
): Promise<void> {
  const { pool } = test.app;
  await pool.query(
    `insert into reference_station (station_code, station_name, city, longitude, latitude, facts_of, create_by)
     values ($1, $1, '北京', $2, 39.9, now(), 'test')`,
    [code, longitude],
  );
  const [from, to] = windowOf(test);
  const hours = Array.from({ length: (to - from) / HOUR_MS }, (_, n) => from + n * HOUR_MS);
  const column = (name: 'pm25' | 'pm10' | 'o3' | 'co') => hours.map((at) => published(at)[name] ?? null);
  await pool.query(
    `insert into reference_reading (station_code, release_time, pm25, pm10, o3, co, create_by)
     select $1, release_time, pm25, pm10, o3, co, 'test'
     from unnest($2::timestamptz[], $3::real[], $4::real[], $5::real[], $6::real[])
       as given (release_time, pm25, pm10, o3, co)`,
    [
      code,
      hours.map((at) => new Date(at + HOUR_MS).toISOString()),
      column('pm25'),
      column('pm10'),
      column('o3'),
      column('co'),
    ],
  );
}

export type Row = Record<string, unknown>;

/** Runs a config to its end, and gives the run with its results. */
export async function runConfig(
  test: TestApp,
  token: string,
  configId: number,
): Promise<{ run: Row; results: Row[] }> {
  const { body } = await test.send('POST', '/site/calibration/run', { token, json: { configId } });
  const { id } = Object(body['data']) as { id: string };
  const work = async () => (await test.send('GET', `/common/work/${id}`, { token })).body['data'] as Row;
  await soon(work).toMatchObject({ state: 'done' });
  const { runId } = (await work())['report'] as { runId: number };
  return readRun(test, token, runId);
}

async function readRun(test: TestApp, token: string, runId: number) {
  const { body } = await test.send('GET', `/site/calibration/run/results?runId=${runId}`, { token });
  return body['data'] as { run: Row; results: Row[] };
}
