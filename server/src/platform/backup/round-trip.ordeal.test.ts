import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { openTestApp } from '../../testing/app.ts';
import { adminPassword, templateName } from '../../testing/connection.ts';
import { fullRounds } from '../../testing/full-rounds.ts';
import { filePath } from '../files/file-paths.ts';
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

const bench = openBackupHarness();
afterAll(() => bench.close());

/** Of the largest table. */
const logRows = fullRounds ? 100_000 : 20_000;
const odd = '"Odd ""table"" 表"';
const texts = [
  null,
  '',
  '\\N',
  '\\.',
  '\n\\.\n',
  'tab\tquote\'double"back\\slash\\\\',
  '\r\n\v\f\b\u0001',
  '澄 limpide é 𝄞 👩‍🔬 \u202e‮ \ufeff',
  'NULL',
  '{"a":1}',
  "'; drop table hen; --",
  'x'.repeat(1_000_000),
];

async function fill({ pool }: TestInstallation): Promise<void> {
  for (const text of texts) {
    await pool.query(
      `insert into ${odd} ("select", empty, data, tree, words, exact, moment, float8) values ($1, '', $2, $3, $4, $5, $6, $7)`,
      [
        text,
        Buffer.from([0, 1, 92, 10, 255, ...Buffer.from(text ?? '').subarray(0, 50)]),
        JSON.stringify({ text, list: [null, 1e21, -0.5, 'é\n"'] }),
        [text, '', null, '{,}', '"'],
        '123456789012345678901234567890.000000000000000000001',
        'infinity',
        0.1 + 0.2,
      ],
    );
  }
  await pool.query(`insert into ${odd}
    (nested, moment, day, span, exact, float8, float4, flag, big, address, uuid, period, parent) values
    ('{{1,2},{3,null}}', '0044-03-15 12:00:00.123456+00 BC', 'infinity', '-1 year 2 days -03:04:05.6', 'NaN', '-Infinity',
     1.17549435e-38, false, -9223372036854775808, '2001:db8::/64', gen_random_uuid(), '(2026-01-01,)', 3)`);
  await pool.query(`update ${odd} set parent = 4 where id = 1`);
  await pool.query(
    `insert into hen (id) values (2); insert into egg values (1, 2); update hen set egg = 1 where id = 2`,
  );
  await pool.query(`insert into passing select generate_series(1, 10)`);
  await pool.query(`select nextval('lonely'), nextval('lonely')`);
  await pool.query(`drop table sample_rest`);
  await pool.query(
    `create table sample_later partition of sample for values from ('2026-06-01 00:30:00+08') to (maxvalue)`,
  );
  await pool.query(`create table "kind o'clock" partition of kind for values in ('a''b', null, 'é)')`);
  await pool.query(`insert into kind values ('a''b', 1), (null, 2), ('é)', 3)`);
  await pool.query(`insert into sample select n % 50, '2026-01-01'::timestamptz + n * interval '1 s', n / 7.0
    from generate_series(0, 3000) n`);
  await pool.query(`insert into sample values (1, '2027-01-01', 0.1)`);
  await pool.query(`insert into sys_oper_log
    (title, business_type, request_method, oper_param, status, oper_time, cost_time)
    select 'row ' || n, n % 9, 'PUT', E'{"a":"\\t\\\\' || n || '"}', 0, now() - n * interval '1 s', n
    from generate_series(1, ${logRows}) n`);
}

describe('a backup', () => {
  const file = join(bench.folder, 'whole.limpid');
  let source: TestInstallation;
  let target: TestInstallation;

  beforeAll(async () => {
    source = await migrateInstallation(await bench.openSide());
    await fill(source);
    target = await bench.openSide();
  });

  it('restores every row of every table, whatever the values', async () => {
    const made = await backUp(source, file);
    const seen: string[] = [];
    const restored = await restoreTo(target, file, {
      migrations,
      report: ({ name, rows }) => seen.push(`${name} ${rows}`),
    });
    const wanted = await digest(source);
    expect(await digest(target)).toEqual(wanted);
    expect(wanted).toMatchObject({ sys_oper_log: { rows: logRows }, sample_2026_01_01: { rows: 3001 } });
    expect(restored).toMatchObject({ tables: made.tables, rows: made.rows, leftOut: [] });
    expect(made.rows).toBeGreaterThan(logRows + 3000);
    expect(seen).toContain(`sys_oper_log ${logRows}`);
  });

  it('can be read only by its owner', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(bench.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('restores tables that accept writes as before', async () => {
    const { pool } = target;
    const { rows } = await pool.query(`insert into ${odd} (empty) values ('next') returning id, doubled`);
    expect(rows).toEqual([{ id: texts.length + 2, doubled: 2 * (texts.length + 2) }]);
    expect((await pool.query(`select nextval('lonely')::int as n`)).rows).toEqual([{ n: 9 }]);
    await pool.query(`insert into hen values (3, 1)`);
    expect((await pool.query('select egg from hen order by id')).rows).toEqual([
      { egg: null },
      { egg: 1 },
      { egg: null },
    ]);
    await expect(pool.query('insert into egg values (9, 99)')).rejects.toThrow('foreign key');
    await expect(pool.query(`insert into sample values (1, '2020-01-01', 1)`)).rejects.toThrow(
      'no partition',
    );
    expect((await pool.query('select count(*)::int as n from passing')).rows).toEqual([{ n: 0 }]);
  });

  it('names tables that no migration creates and restores the rest', async () => {
    const strange = await migrateInstallation(await bench.openSide(), smallSchema);
    await strange.pool.query('create table somebody_s (a integer); insert into somebody_s values (1)');
    await backUp(strange, join(bench.folder, 'strange.limpid'));
    const restored = await restoreTo(await bench.openSide(), join(bench.folder, 'strange.limpid'), {
      migrations: smallSchema,
    });
    expect(restored.leftOut).toEqual(['somebody_s']);
  });
});

describe('an installation', () => {
  it('is the same after a restore: users can log in, and their uploaded files exist', async () => {
    const source = await bench.openSide(templateName);
    const target = await bench.openSide();
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(48));
    const bytes = Buffer.from('bytes of a file');
    for (const id of ids) {
      await source.pool.query(
        `insert into file (id, purpose, name, media_type, size, sha256, created_at)
         values ($1, 'attachment', 'a.pdf', 'application/pdf', 1, $2, now())`,
        [id, createHash('sha256').update(bytes).digest()],
      );
    }
    const place = ({ dataDir }: TestInstallation, id: string) =>
      filePath({ config: readConfig({ DATA_DIR: dataDir }) }, id);
    const [whole = '', changed = '', gone = ''] = ids;
    for (const [id, content] of [
      [whole, bytes],
      [changed, 'else'],
    ] as const) {
      mkdirSync(dirname(place(source, id)), { recursive: true });
      writeFileSync(place(source, id), content);
    }
    // An unfinished upload, which belongs to no row.
    mkdirSync(join(source.dataDir, 'files', 'arriving'));
    writeFileSync(join(source.dataDir, 'files', 'arriving', 'x'), 'x');

    await source.pool.query(`with entity as (
        insert into site_entity (entity_code, entity_name, dept_id) values ('e', 'e', 100) returning entity_id
      ), placed as (
        insert into site (site_code, site_name, entity_id, mn, device_type_id) select 's', 's', entity_id, 'M', 1 from entity
        returning site_id
      )
      insert into device_log (site_id, device_sn, command_code, log_type, kind, state, data_time, send_until, sealed_cp)
      select site_id, 'M', '1072', '1', 'execute', 'queued', now(), now() + interval '1 week', 'sealed' from placed`);

    const file = join(bench.folder, 'installation.limpid');
    const made = await backUp(source, file, { key: 'SECRET_KEY' });
    expect(made).toMatchObject({ files: 2, lost: [changed, gone] });
    const restored = await restoreTo(target, file);
    expect(restored).toMatchObject({ files: 2, leftOut: [], header: { key: 'SECRET_KEY' } });
    expect(await digest(target)).toEqual({ ...(await digest(source)), device_log: expect.anything() });
    // A command that waited is not sent again by itself.
    const commands = await target.pool.query(
      'select state, sealed_cp, result_desc, ended_at is not null as ended from device_log',
    );
    expect(commands.rows).toEqual([
      { state: 'interrupted', sealed_cp: null, result_desc: 'device.results.interrupted', ended: true },
    ]);
    expect(readFileSync(place(target, whole))).toEqual(bytes);
    expect(statSync(place(target, whole)).mode & 0o777).toBe(0o600);
    expect(existsSync(place(target, gone))).toBe(false);
    expect(readdirSync(target.dataDir)).toEqual(['files']);

    const server = await openTestApp({}, { connection: target.connection });
    expect(await server.login('admin', adminPassword)).toHaveLength(43);
    await server.close();
  });
});
