import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullRounds } from '../../testing/full-rounds.ts';
import { migrationLock } from '../db/migrate.ts';
import {
  backUp,
  digest,
  migrateInstallation,
  migrations,
  openBackupHarness,
  restoreTo,
  smallSchema,
  type TestInstallation,
} from './backup.fixture.ts';
import { reserveTarget } from './restore.ts';
import { programName } from './session.ts';

const bench = openBackupHarness();
afterAll(() => bench.close());

let source: TestInstallation;
beforeAll(async () => {
  source = await migrateInstallation(await bench.openSide());
  await source.pool.query(`insert into sys_oper_log
    (title, business_type, request_method, status, oper_time, cost_time)
    select repeat(n::text, 20), 1, 'PUT', 0, now(), 1 from generate_series(1, ${fullRounds ? 30_000 : 5000}) n`);
});

/** Inserts into the first and the last table that a backup reads, always together, until stopped. */
function keepWriting({ pool }: TestInstallation) {
  let written = 0;
  let stopped = false;
  const work = (async () => {
    while (!stopped) {
      written++;
      await pool.query(
        `with a as (insert into captcha values ('w' || $1::int, '', now()))
         insert into work (id, user_id, title, language, created_at, heartbeat_at)
         values ('w' || $1::int, (select user_id from sys_user limit 1), '', 'zh', now(), now())`,
        [written],
      );
    }
  })();
  return {
    count: () => written,
    async stop() {
      stopped = true;
      await work;
    },
  };
}

it('a backup has the state of one moment while others write', async () => {
  const file = join(bench.folder, 'moment.limpid');
  await source.pool.query(`insert into sys_user (user_name, nick_name, password) values ('a', 'a', '')`);
  const writer = keepWriting(source);
  const at: number[] = [];
  await backUp(source, file, { report: () => void at.push(writer.count()) });
  await writer.stop();
  const target = await bench.openSide();
  await restoreTo(target, file, { migrations });
  const { rows } = await target.pool.query<{ first: number; last: number; both: number }>(
    `select (select count(*)::int from captcha) as first, (select count(*)::int from work) as last,
       (select count(*)::int from captcha join work on id = uuid) as both`,
  );
  const [{ first, last, both } = { first: 0, last: 1, both: 2 }] = rows;
  expect([last, both]).toEqual([first, first]);
  // The writer continued long after the moment of the backup.
  expect(Math.max(...at)).toBeGreaterThan(first + 2);
});

it('a table that is dropped or emptied during a backup is either complete or missing', async () => {
  const churning = await migrateInstallation(await bench.openSide(), smallSchema);
  const { pool } = churning;
  let stopped = false;
  const work = (async () => {
    for (let day = 2; !stopped; day = (day % 26) + 2) {
      const name = `sample_2026_02_${day}`;
      await pool.query(
        `create table ${name} partition of sample for values from ('2026-02-${day}') to ('2026-02-${day + 1}')`,
      );
      await pool.query(`insert into sample values (1, '2026-02-${day} 12:00', 1)`);
      await pool.query(`truncate ${name}`);
      await pool.query(`drop table ${name}`);
    }
  })();
  for (let round = 0; round < (fullRounds ? 30 : 3); round++) {
    const file = join(bench.folder, `partitions${round}.limpid`);
    await backUp(churning, file);
    await restoreTo(await bench.openSide(), file, { migrations: smallSchema });
  }
  stopped = true;
  await work;
});

it('a cancelled backup leaves nothing behind', async () => {
  const stop = new AbortController();
  const file = join(bench.folder, 'called-off.limpid');
  const report = ({ name }: { name: string }) => {
    if (name === 'sys_oper_log') stop.abort();
  };
  await expect(backUp(source, file, { report, signal: stop.signal })).rejects.toThrow();
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(bench.folder).filter((name) => name.includes('called-off'))).toEqual([]);
});

it('a restore takes the lock if its holder ends between the attempt and the query for the holder', async () => {
  const target = await bench.openSide();
  const session = { ...target.connection, application_name: programName };
  const [holder, client] = [new pg.Client(session), new pg.Client(session)];
  await Promise.all([holder.connect(), client.connect()]);
  await holder.query('select pg_advisory_lock($1)', [migrationLock]);
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let attempts = 0;
  const observed = Object.assign(Object.create(client), {
    async query(...given: unknown[]) {
      const result = await query(...given);
      // The first statement tries the lock; the holder has ended before the second.
      if (++attempts === 1) await holder.end();
      return result;
    },
  }) as pg.Client;
  await reserveTarget(observed);
  expect(attempts).toBeGreaterThan(1);
  await client.end();
});

it('a restore that is cancelled, or loses its connection, leaves the database empty', async () => {
  const file = join(bench.folder, 'whole.limpid');
  await backUp(source, file);
  const target = await bench.openSide();
  for (const cut of ['abort', 'terminate']) {
    const stop = new AbortController();
    const report = ({ name }: { name: string }) => {
      if (name !== 'sys_dict_data') return;
      if (cut === 'abort') stop.abort();
      else
        void target.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'limpid backup' and datname = current_database()`,
        );
    };
    await expect(restoreTo(target, file, { migrations, report, signal: stop.signal })).rejects.toThrow();
    expect(await digest(target)).toEqual({ sequences: [] });
  }
  await restoreTo(target, file, { migrations });
  expect(await digest(target)).toEqual(await digest(source));
});
