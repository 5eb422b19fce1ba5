import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  digest,
  makeStep,
  openBackupHarness,
  restoreTo,
  smallSchema,
  type TestInstallation,
} from './backup.fixture.ts';
import { BackupReader } from './read-backup.ts';
import { encodeRecord } from './records.ts';
import { checkSeal, seal } from './sealed-file.ts';

const harness = openBackupHarness();
afterAll(() => harness.close());
let target: TestInstallation;
beforeAll(async () => {
  target = await harness.openSide();
});

const header = {
  version: '0.0.0',
  postgres: '18',
  createdAt: '',
  migrations: smallSchema.map(({ name, checksum }) => ({ name, checksum })),
  tables: [],
  partitions: [],
  sequences: [],
};
const start = encodeRecord('header', header);
const done = encodeRecord('done', { tables: 0, rows: 0, files: 0 });
const table = encodeRecord('table', { name: 'sys_post', columns: ['post_code', 'post_name'] });
const data = encodeRecord('data', Buffer.from('a\tb\n'));

function endOf(content: string): Buffer {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return encodeRecord('end', { rows: content.split('\n').length - 1, bytes: content.length, sha256 });
}

function fileOf(name: string): Buffer[] {
  return [encodeRecord('file', { name }), endOf('')];
}

/** A file with a valid seal around these records. */
async function forge(records: Buffer[]): Promise<string> {
  const path = join(harness.folder, 'forged.limpid');
  const compressed = zstdCompressSync(Buffer.concat(records));
  writeFileSync(path, await buffer(seal(Readable.from([compressed]))));
  return path;
}

async function readAll(path: string): Promise<string[]> {
  const { signal } = new AbortController();
  const handle = await open(path);
  const names: string[] = [];
  try {
    const reader = await BackupReader.open(handle, await checkSeal(handle, path, signal), path, signal);
    for (let part = await reader.nextSection(); part; part = await reader.nextSection()) {
      for await (const chunk of part.data()) names.push(`${part.name} ${chunk.length}`);
    }
    return names;
  } finally {
    await handle.close();
  }
}

it('a sealed backup with valid records is read', async () => {
  const all = encodeRecord('done', { tables: 1, rows: 1, files: 1 });
  const records = [start, table, data, endOf('a\tb\n'), ...fileOf('a'.repeat(48)), all];
  expect(await readAll(await forge(records))).toEqual(['sys_post 4']);
});

it.each([
  ['nothing in it', []],
  ['no header', [done]],
  ['a header that lacks something', [encodeRecord('header', { version: '1' }), done]],
  ['a header that is not JSON', [encodeRecord('header', Buffer.from('{')), done]],
  ['no last record', [start]],
  ['something after the last record', [start, done, table]],
  ['half a record', [start, done.subarray(0, 9)]],
  ['a record of no known kind', [start, Buffer.from('?\0\0\0\0')]],
  ['a record of four gigabytes', [start, Buffer.from('D\xff\xff\xff\xff', 'latin1')]],
  ['a table without an end', [start, table, data, done]],
  ['a table with another checksum', [start, table, data, endOf('b'), done]],
  ['rows that were not announced', [start, data, done]],
  ['another count', [start, ...fileOf('a'.repeat(48)), done]],
])('a sealed backup with %s is damaged', async (_, records) => {
  await expect(readAll(await forge(records))).rejects.toMatchObject({ key: 'damaged' });
});

it.each([
  ['a table that breaks off', [start, table, data, done], 'damaged'],
  ['a row that is not announced', [start, table, data, endOf('a\tb\n').fill('2', 14, 15), done], 'damaged'],
  [
    'a file that climbs out of its folder',
    [start, ...fileOf('../../../../../tmp/limpid-escaped')],
    'damaged',
  ],
  ['the same file twice', [start, ...fileOf('a'.repeat(48)), ...fileOf('a'.repeat(48))], 'EEXIST'],
  [
    'a statement for a column',
    [start, encodeRecord('table', { name: 'sys_post', columns: ['a") from stdin; drop table sys_post --'] })],
    'does not exist',
  ],
])('restoring %s changes nothing', async (_, records, problem) => {
  const path = await forge([...records, data, endOf('a\tb\n'), done]);
  await expect(restoreTo(target, path, { migrations: smallSchema })).rejects.toThrow(problem);
  expect(await digest(target)).toEqual({ sequences: [] });
  expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
});

it('the bounds of a partition may be constants and never a statement', async () => {
  const parent = makeStep('9001_parent', 'create table parent (id text) partition by list (id)');
  const migrations = [...smallSchema, parent];
  const seen = migrations.map(({ name, checksum }) => ({ name, checksum }));
  for (const bound of [
    'DEFAULT; drop table sys_user',
    "FOR VALUES IN ((select 'a'))",
    "FOR VALUES IN ('a' || 'b')",
  ]) {
    const partitions = [{ name: 'p', parent: 'parent', bound }];
    const path = await forge([encodeRecord('header', { ...header, migrations: seen, partitions }), done]);
    await expect(restoreTo(target, path, { migrations })).rejects.toMatchObject({ key: 'bound' });
  }
  expect(await digest(target)).toEqual({ sequences: [] });
});
