import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPackage } from './binaries.ts';
import { endProcess, queryValues, startInOtherProcess } from './embedded.fixture.ts';
import { startEmbedded } from './embedded.ts';
import { openDataDir } from './paths.ts';
import { prepareSocketFolder } from './socket-folder.ts';

const isRoot = process.getuid?.() === 0;
const user = { uid: 65534, gid: 65534 };
let root = '';

function canUserRead(...files: string[]): boolean {
  return files.every(
    (file) => spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', file], { ...user, cwd: '/' }).status === 0,
  );
}

function makeFolder(name: string, mode: number): string {
  const folder = join(root, name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

describe.skipIf(!isRoot)('the embedded database and accounts (needs root)', () => {
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'limpid-accounts-'));
    chmodSync(root, 0o755);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('runs for root under another account if that account can reach the folder', async ({ skip }) => {
    if (!canUserRead(findPackage().native)) skip('other accounts cannot read this repository');
    const dataDir = makeFolder('open', 0o755);
    const { connection, stop } = await startEmbedded({ dataDir, durable: false });
    expect(await queryValues(connection, 'select 1')).toEqual([1]);
    await stop();
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  });

  it('runs for root in a folder that no other account may enter', async () => {
    const dataDir = join(makeFolder('closed', 0o700), 'data');
    const { connection, stop } = await startEmbedded({ dataDir, durable: false });
    expect(await queryValues(connection, 'select 1')).toEqual([1]);
    await stop();
  });

  it('runs for an ordinary user in a private home, and keeps its owner when root starts it once', async ({
    skip,
  }) => {
    if (!canUserRead(fileURLToPath(import.meta.url), findPackage().native, process.execPath)) {
      skip('other accounts cannot read this repository');
    }
    const home = makeFolder('home', 0o700);
    chownSync(home, user.uid, user.gid);
    const dataDir = join(home, 'app', 'data');
    const first = await startInOtherProcess(dataDir, user);
    await queryValues(first.connection, 'create table kept ()');
    await endProcess(first.child, 'SIGTERM');

    const asRoot = await startEmbedded({ dataDir, durable: false });
    expect(await queryValues(asRoot.connection, 'select count(*)::int from kept')).toEqual([0]);
    await asRoot.stop();

    const again = await startInOtherProcess(dataDir, user);
    expect(await queryValues(again.connection, 'select count(*)::int from kept')).toEqual([0]);
    await endProcess(again.child, 'SIGTERM');
  });

  it('does not use a socket folder that another user has created', () => {
    const paths = openDataDir(join(root, 'a-very-long-name-'.repeat(6)));
    const folder = prepareSocketFolder(paths, { uid: 0, gid: 0 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    chownSync(folder, user.uid, user.gid);
    expect(() => prepareSocketFolder(paths, { uid: 0, gid: 0 })).toThrow(/belongs to someone else/);
    rmSync(folder, { recursive: true });
  });
});
