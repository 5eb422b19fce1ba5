import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrationLock } from '../db/migrate.ts';
import {
  backUp,
  digest,
  makeStep,
  migrateInstallation,
  openBackupHarness,
  restoreTo,
  smallSchema,
  type TestInstallation,
} from './backup.fixture.ts';
import { BackupError } from './backup-error.ts';

const bench = openBackupHarness();
afterAll(() => bench.close());

const good = join(bench.folder, 'good.limpid');
let source: TestInstallation;
let target: TestInstallation;
let bytes: Buffer;

beforeAll(async () => {
  source = await migrateInstallation(await bench.openSide(), smallSchema);
  target = await bench.openSide();
  await source.pool.query(
    `insert into sys_post (post_code, post_name) select n, md5(n::text) from generate_series(1, 5000) n`,
  );
  await backUp(source, good);
  bytes = readFileSync(good);
});

/** Returns why the restore was refused; the target must be as empty as before. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BackupError)) throw error;
  return error.key;
}

async function refuseContent(content: Uint8Array): Promise<string> {
  const file = join(bench.folder, 'broken.limpid');
  writeFileSync(file, content);
  const key = await refusal(
    restoreTo(target, file, { migrations: smallSchema, open: () => Promise.reject(new Error('opened')) }),
  );
  return key;
}

describe('restoring a file that is not a complete backup is refused before the database is opened', () => {
  it('if it is truncated anywhere', async () => {
    const places = [1, 8, 20, 31, 32, 33, 50, 100, bytes.length / 2, bytes.length - 100, bytes.length - 94];
    for (const length of [...places.map(Math.floor), bytes.length - 2, bytes.length - 1]) {
      expect([length, await refuseContent(bytes.subarray(0, length))]).toEqual([length, 'cutOff']);
    }
  });

  it('if any bit is changed', async () => {
    const step = Math.floor(bytes.length / 60);
    const places = Array.from({ length: 60 }, (_, index) => index * step);
    for (const place of [...places, 30, 33, bytes.length - 95, bytes.length - 70, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(['damaged', 'cutOff', 'notBackup', 'format']).toContain(await refuseContent(changed));
    }
  });

  it('if bytes are added at the end', async () => {
    expect(await refuseContent(Buffer.concat([bytes, Buffer.from('\n')]))).toBe('cutOff');
    expect(await refuseContent(Buffer.concat([bytes, bytes]))).toBe('damaged');
  });

  it('if it is another kind of file', async () => {
    expect(await refuseContent(Buffer.alloc(0))).toBe('notBackup');
    expect(await refuseContent(Buffer.from('-- PostgreSQL database dump\n'.repeat(100)))).toBe('notBackup');
    expect(
      await refuseContent(Buffer.from(bytes.toString('latin1').replace('format 1', 'format 7'), 'latin1')),
    ).toBe('format');
  });

  it('if it cannot be read', async () => {
    expect(await refusal(restoreTo(target, join(bench.folder, 'none')))).toBe('unreadable');
    expect(await refusal(restoreTo(target, bench.folder))).toBe('unreadable');
  });

  afterAll(async () => {
    await restoreTo(target, good, { migrations: smallSchema });
    expect(await digest(target)).toEqual(await digest(source));
  });
});

describe('a target that is not empty stays unchanged', () => {
  it('if it has tables', async () => {
    const full = await migrateInstallation(await bench.openSide(), smallSchema);
    const before = await digest(full);
    expect(await refusal(restoreTo(full, good, { migrations: smallSchema }))).toBe('notEmpty');
    expect(await digest(full)).toEqual(before);
  });

  it('if another schema has contents, or the data folder has files', async () => {
    const side = await bench.openSide();
    await side.pool.query('create schema other; create view other.thing as select 1');
    await expect(restoreTo(side, good, { migrations: smallSchema })).rejects.toMatchObject({
      params: { found: 'other.thing' },
    });
    await side.pool.query('drop schema other cascade');
    mkdirSync(join(side.dataDir, 'files', 'ab'), { recursive: true });
    writeFileSync(join(side.dataDir, 'files', 'ab', 'kept'), 'kept');
    expect(await refusal(restoreTo(side, good, { migrations: smallSchema }))).toBe('notEmpty');
    expect(readdirSync(join(side.dataDir, 'files', 'ab'))).toEqual(['kept']);
  });

  it('if a server uses it or is starting on it', async () => {
    const side = await bench.openSide();
    const client = await side.pool.connect();
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    expect(await refusal(restoreTo(side, good, { migrations: smallSchema }))).toBe('inUse');
    await client.query(`select pg_advisory_unlock_all(); set application_name = 'limpid'`);
    expect(await refusal(restoreTo(side, good, { migrations: smallSchema }))).toBe('inUse');
    client.release(true);
  });
});

describe('a backup of another release', () => {
  const later = [
    ...smallSchema,
    makeStep('9002_later', `alter table sys_post add later text default 'late'`),
  ];

  it('is refused if this release does not know its schema', async () => {
    const side = await migrateInstallation(await bench.openSide(), later);
    const file = join(bench.folder, 'later.limpid');
    await backUp(side, file);
    const old = await bench.openSide();
    await expect(restoreTo(old, file, { migrations: smallSchema })).rejects.toMatchObject({
      key: 'newer',
      params: { names: '9002_later' },
    });
    expect(await digest(old)).toEqual({ sequences: [] });
  });

  it('is refused if a migration differs from the one it was made with', async () => {
    const changed = smallSchema.map((step) => ({ ...step, checksum: `${step.checksum}x` }));
    expect(await refusal(restoreTo(await bench.openSide(), good, { migrations: changed }))).toBe('changed');
  });

  it('is migrated if it is older', async () => {
    const side = await bench.openSide();
    await restoreTo(side, good, { migrations: later });
    const { rows } = await side.pool.query(`select count(*)::int as n from sys_post where later = 'late'`);
    expect(rows).toEqual([{ n: 5000 }]);
    const fresh = await migrateInstallation(side, later);
    expect((await fresh.pool.query(`select name from schema_migration where name ~ '^9'`)).rows).toHaveLength(
      2,
    );
  });

  it('changes nothing if a later migration fails', async () => {
    const side = await bench.openSide();
    const broken = [...smallSchema, makeStep('9003_broken', 'select nonsense')];
    await expect(restoreTo(side, good, { migrations: broken })).rejects.toThrow('nonsense');
    expect(await digest(side)).toEqual({ sequences: [] });
  });
});

describe('a backup is not written', () => {
  beforeEach(() => writeFileSync(join(bench.folder, 'mine'), 'mine'));
  const leftovers = () => readdirSync(bench.folder).filter((name) => name.includes('.part'));

  it('over an existing file, unless forced', async () => {
    const file = join(bench.folder, 'mine');
    expect(await refusal(backUp(source, file))).toBe('exists');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await backUp(source, file, { force: true });
    expect(readFileSync(file, 'latin1')).toContain('Limpid backup');
  });

  it('over a file that appears meanwhile', async () => {
    const file = join(bench.folder, 'meanwhile');
    const report = () => void (existsSync(file) || writeFileSync(file, 'mine'));
    expect(await refusal(backUp(source, file, { report }))).toBe('exists');
    expect([readFileSync(file, 'utf8'), leftovers()]).toEqual(['mine', []]);
  });

  it('to a folder without write permission', async () => {
    const folders = [join(bench.folder, 'mine', 'x'), join(bench.folder, 'no', 'x'), bench.folder];
    for (const file of folders) expect(await refusal(backUp(source, file))).toBe('unwritable');
  });

  it('from a database that is not ours', async () => {
    const empty = await bench.openSide();
    expect(await refusal(backUp(empty, join(bench.folder, 'x')))).toBe('nothing');
    await empty.pool.query('create table theirs ()');
    expect(await refusal(backUp(empty, join(bench.folder, 'x')))).toBe('nothing');
    expect([existsSync(join(bench.folder, 'x')), leftovers()]).toEqual([false, []]);
  });
});
