import { HOUR_MS } from '../../contract/src/durations.ts';
import { openPartitions } from '../../server/src/features/reading/storage.api.ts';
import { benchSites, withBenchApp } from '../shared/app.ts';
import { postgresSeconds, readPostmaster } from '../shared/processor.ts';

const sites = Math.min(benchSites, Number(process.env['BENCH_RULE_SITES'] ?? 2000));
const hours = 24;
const pairs = Number(process.env['BENCH_RULE_PAIRS'] ?? 3);

export interface DataRuleFigures {
  sites: number;
  /** Processor seconds of server and PostgreSQL for a day of these sites, without and with the shipped rules. */
  plain: number;
  ruled: number;
  /** The median of the pairs. */
  ratio: number;
  flagged: number;
}

/** Rolls up a day of minutes without and with the shipped rules, pair by pair. */
export function measureDataRules(): Promise<DataRuleFigures> {
  return withBenchApp(
    async ({ app, services: { rollUp } }) => {
      const { pool } = app;
      const postmaster = readPostmaster(app.config.dataDir);
      const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (hours + 2) * HOUR_MS;
      // Half a kilometre apart, so that every site has neighbours.
      await pool.query(
        `update site set longitude = 116 + (site_id % 100) * 0.006, latitude = 39 + (site_id / 100) * 0.0045`,
      );
      await openPartitions(pool).ensure('reading', [start, start + hours * HOUR_MS]);
      // Hour by hour, because a statement has a time limit. One hour in 97 is a spike, so that neighbours are asked.
      for (let hour = start; hour < start + hours * HOUR_MS; hour += HOUR_MS)
        await pool.query(
          `insert into reading (site_id, ts, kind, rank, s1, s2, s3, s4, s5, s6)
           select site_id, ts, 2051, 1, v, v * 1.6, 5 + v / 10, 20 + v / 4, 0.5 + v / 100, 60 - v / 4
           from (select site_id, ts, 40 + 25 * sin(extract(epoch from ts) / 9000) + random() * 8
               + case when (site_id + $3::integer) % 97 = 0 then 90 else 0 end as v
             from site cross join generate_series($1::timestamptz, $2::timestamptz, interval '1 minute') ts) as made`,
          [new Date(hour).toISOString(), new Date(hour + HOUR_MS - 1).toISOString(), hour / HOUR_MS],
        );
      const spend = async (status: '0' | '1') => {
        await pool.query('update data_rule set status = $1', [status]);
        await pool.query('truncate reading_hour, reading_day, quality_flag, dirty_hour');
        await pool.query(
          `insert into dirty_hour (hour, sites)
           select $1::timestamptz + n * interval '1 hour', (select array_agg(site_id) from site)
           from generate_series(0, ${hours - 1}) n`,
          [new Date(start).toISOString()],
        );
        const before = { node: process.cpuUsage(), postgres: postgresSeconds(postmaster) };
        await rollUp.run();
        const { user, system } = process.cpuUsage(before.node);
        return (user + system) / 1e6 + postgresSeconds(postmaster) - before.postgres;
      };
      await spend('1');
      const measured: { plain: number; ruled: number }[] = [];
      for (let pair = 0; pair < pairs; pair++) {
        const plain = await spend('1');
        measured.push({ plain, ruled: await spend('0') });
      }
      measured.sort((one, other) => one.ruled / one.plain - other.ruled / other.plain);
      const { plain, ruled } = measured[measured.length >> 1] ?? { plain: Number.NaN, ruled: Number.NaN };
      const { rows } = await pool.query<{ count: number }>('select count(*) from quality_flag');
      return { sites, plain, ruled, ratio: ruled / plain, flagged: Number(rows[0]?.count) };
    },
    { sites },
  );
}
