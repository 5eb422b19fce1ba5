import type pg from 'pg';
import { DAY_MS, MINUTE_MS } from '../../contract/src/durations.ts';
import { type DayBlock, packDay } from '../../server/src/features/reading/blocks/block.rule.ts';
import { type Mark, packetKind, type Reading } from '../../server/src/features/reading/reading.ts';
import { computeLevel, openPartition, vacuum } from './query-rows.ts';

/** Number of different days of measurements; every site has one of them each day. */
export const distinctDays = 200;

/** Writes a month of packed days: the product's codec packs a few of them, and SQL copies them to all sites. */
export async function packMonth(
  pool: pg.Pool,
  [from, to]: readonly [number, number],
  slots: readonly number[],
  sites: number,
): Promise<void> {
  const days = Array.from({ length: distinctDays }, (_, index) => makeDay(index, slots));
  await pool.query('create unlogged table bench_block (n integer, spine bytea)');
  await pool.query('create unlogged table bench_value (n integer, slot smallint, data bytea)');
  for (const table of ['bench_block', 'bench_value']) {
    await pool.query(
      `alter table ${table} alter ${table === 'bench_block' ? 'spine' : 'data'} set storage external`,
    );
  }
  for (const [n, readings] of days.entries()) await saveValues(pool, n, packDay(readings));
  for (let at = from; at < to; at += DAY_MS) {
    await openPartition(pool, 'reading_block', at);
    await openPartition(pool, 'reading_block_value', at);
    await pool.query('truncate bench_block');
    // Only the spine contains moments, so the values fit every day.
    const spines = days.map((readings) => packDay(readings.map((one) => moveWithoutValues(one, at))).spine);
    await pool.query(
      'insert into bench_block select n - 1, spine from unnest($1::bytea[]) with ordinality as b(spine, n)',
      [spines],
    );
    await assignToSites(pool, new Date(at).toISOString().slice(0, 10), Math.floor(at / DAY_MS), sites);
  }
  await vacuum(pool, 'reading_block');
  await vacuum(pool, 'reading_block_value');
}

async function saveValues(pool: pg.Pool, n: number, { values }: DayBlock): Promise<void> {
  await pool.query(
    'insert into bench_value select $1, slot, data from unnest($2::smallint[], $3::bytea[]) as v(slot, data)',
    [n, [...values.keys()], [...values.values()]],
  );
}

async function assignToSites(pool: pg.Pool, day: string, number: number, sites: number): Promise<void> {
  const dayIndex = `(site_id * 31 + ${number}) % ${distinctDays}`;
  await pool.query(
    `insert into reading_block (site_id, day, spine)
     select site_id, $1, spine from generate_series(1, ${sites}) site_id join bench_block on n = ${dayIndex} order by site_id`,
    [day],
  );
  await pool.query(
    `insert into reading_block_value (site_id, day, slot, data)
     select site_id, $1, slot, data from generate_series(1, ${sites}) site_id join bench_value on n = ${dayIndex}
     order by site_id, slot`,
    [day],
  );
}

function moveWithoutValues({ slots: _, values: __, ...reading }: Reading, midnight: number): Reading {
  const ts = midnight + reading.ts;
  return { ...reading, ts, rank: reading.rank + 2 * midnight, slots: [], values: [] };
}

/** Values with one decimal, some noise, some missing minutes and occasionally an invalid value. */
function makeDay(seed: number, slots: readonly number[]): Reading[] {
  const random = makeRandom(seed + 1);
  const factor = 0.6 + random();
  const readings: Reading[] = [];
  for (let minute = 0; minute < 1440; minute++) {
    if (random() < 0.005) continue;
    const ts = minute * MINUTE_MS;
    const marks: Mark[] = [];
    const values = slots.map((slot, channel) => {
      const level = computeLevel(channel, ts + seed * DAY_MS) * factor * (0.985 + 0.03 * random());
      const value = Math.fround(Math.round(level * 10) / 10);
      if (random() > 0.001) return value;
      marks.push({ slot, flag: 'D', bits: 0, raw: value, rank: null });
      return null;
    });
    const rank = 2 * (ts + Math.floor(random() * 1500));
    readings.push({
      siteId: 0,
      kind: packetKind.realtime,
      ts,
      hour: 0,
      rank,
      slots: [...slots],
      values,
      marks,
    });
  }
  return readings;
}

/** The same numbers in every run; a linear congruential generator is random enough for noise. */
function makeRandom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
