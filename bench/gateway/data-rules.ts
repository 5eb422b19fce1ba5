import { loadavg } from 'node:os';
import { HOUR_MS } from '../../contract/src/durations.ts';
import { openPartitions } from '../../server/src/features/reading/storage.api.ts';
import { benchSites, withBenchApp } from '../shared/app.ts';
import { postgresSeconds, readPostmaster } from '../shared/processor.ts';

const sites = Math.min(benchSites, Number(process.env['BENCH_RULE_SITES'] ?? 10_000));
const hours = 24;
/** Sites that are filled and marked together. */
const sitesAtOnce = 2000;
/** Of the first roll-up, which is not measured. */
const warmHours = 4;
const pairs = Number(process.env['BENCH_RULE_PAIRS'] ?? 1);

const whole = (value: number) => Math.round(value).toLocaleString('en');

/**
 * Rolls up a day of minutes without and with the shipped rules, pair by pair, and reports processor seconds of server and
 * PostgreSQL of the median pair.
 */
export function measureDataRules(report: (line: string) => void): Promise<void> {
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
      // In parts, because a statement has a time limit. One hour in 97 is a spike, so that neighbours are asked.
      for (let hour = start; hour < start + hours * HOUR_MS; hour += HOUR_MS)
        for (let first = 0; first < sites; first += sitesAtOnce)
          await pool.query(
            `insert into reading (site_id, ts, kind, rank, s1, s2, s3, s4, s5, s6)
             select site_id, ts, 2051, 1, v, v * 1.6, 5 + v / 10, 20 + v / 4, 0.5 + v / 100, 60 - v / 4
             from (select site_id, ts, 40 + 25 * sin(extract(epoch from ts) / 9000) + random() * 8
                 + case when (site_id + $3::integer) % 97 = 0 then 90 else 0 end as v
               from site cross join generate_series($1::timestamptz, $2::timestamptz, interval '1 minute') ts
               where site_id > $4 and site_id <= $4 + $5) as made`,
            [
              new Date(hour).toISOString(),
              new Date(hour + HOUR_MS - 1).toISOString(),
              hour / HOUR_MS,
              first,
              sitesAtOnce,
            ],
          );
      let mostMemory = 0;
      const spend = async (status: '0' | '1', ofHours = hours) => {
        await pool.query('update data_rule set status = $1', [status]);
        await pool.query('truncate reading_hour, reading_day, quality_flag, dirty_hour');
        // As ingest marks them: an hour of the sites of a batch.
        await pool.query(
          `insert into dirty_hour (hour, sites)
           select $1::timestamptz + n * interval '1 hour', sites
           from generate_series(0, $2 - 1) n
           cross join (select array_agg(site_id) as sites from site group by site_id / $3) as part`,
          [new Date(start).toISOString(), ofHours, sitesAtOnce],
        );
        const before = { node: process.cpuUsage(), postgres: postgresSeconds(postmaster) };
        const watch = setInterval(() => {
          mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
        }, 200);
        await rollUp.run();
        clearInterval(watch);
        const { user, system } = process.cpuUsage(before.node);
        return (user + system) / 1e6 + postgresSeconds(postmaster) - before.postgres;
      };
      await spend('1', warmHours);
      const measured: { plain: number; ruled: number }[] = [];
      for (let pair = 0; pair < pairs; pair++) {
        const plain = await spend('1');
        measured.push({ plain, ruled: await spend('0') });
      }
      measured.sort((one, other) => one.ruled / one.plain - other.ruled / other.plain);
      const { plain, ruled } = measured[measured.length >> 1] ?? { plain: Number.NaN, ruled: Number.NaN };
      const { rows } = await pool.query<{ count: number }>('select count(*) from quality_flag');
      report(
        `data rules on a day of ${whole(sites)} sites  ${ruled.toFixed(0)} s of processors, ${plain.toFixed(0)} s without them: ${(ruled / plain).toFixed(2)} ×   (bar 2 ×; ${whole(Number(rows[0]?.count))} hours flagged; at most ${whole(mostMemory / 1e6)} MB; load ${(loadavg()[0] ?? 0).toFixed(1)})`,
      );
    },
    { sites },
  );
}
