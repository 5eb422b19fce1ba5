import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { endProcess, queryValues, readServerPid, startInOtherProcess } from './embedded.fixture.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { isAlive } from './processes.ts';

const root = mkdtempSync(join(tmpdir(), 'limpid-embedded-'));
const dataDir = join(root, 'data');
const opened: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

async function start(folder = dataDir, durable = false): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir: folder, durable });
  opened.push(database);
  return database;
}

async function startInChild(): Promise<ChildProcess> {
  const { child } = await startInOtherProcess(dataDir);
  children.push(child);
  return child;
}

beforeAll(async () => {
  const { connection, stop } = await start();
  await queryValues(connection, 'create table kept (word text)');
  await queryValues(connection, "insert into kept values ('limpide'), ('澄')");
  await stop();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const child of children.splice(0)) await endProcess(child, 'SIGTERM');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('gives the application its own UTF-8 database, without the rights of a superuser', async () => {
  const { connection, adopted } = await start();
  expect(adopted).toBe(false);
  const facts = await queryValues(
    connection,
    `select current_database(), current_setting('server_encoding'), lower('É'),
            current_setting('data_checksums'), current_setting('is_superuser')`,
  );
  expect(facts).toEqual(['limpid', 'UTF8', 'é', 'on', 'off']);
});

const appPassword = () => readFileSync(join(dataDir, 'postgres.password'), 'utf8');
const superuserFile = join(dataDir, 'postgres.superuser-password');
const asSuperuser = ({ connection }: EmbeddedDatabase, password: string) =>
  queryValues({ ...connection, user: 'postgres', database: 'postgres', password }, 'show is_superuser');

it('gives the superuser its own password, which only the owner of the data folder can read', async () => {
  const database = await start();
  expect(statSync(superuserFile).mode & 0o777).toBe(0o600);
  expect(await asSuperuser(database, readFileSync(superuserFile, 'utf8'))).toEqual(['on']);
  await expect(asSuperuser(database, appPassword())).rejects.toThrow(/password/);
});

it('gives the superuser of an earlier release its own password, also after an interrupted start', async () => {
  for (const isCutOff of [false, true]) {
    const database = await start();
    const draft = `${superuserFile}.new`;
    // The state before the passwords were separated, or between the change in the database and the renaming of the
    // file.
    if (isCutOff) renameSync(superuserFile, draft);
    else {
      const superuser = { ...database.connection, user: 'postgres', database: 'postgres' };
      const password = readFileSync(superuserFile, 'utf8');
      await queryValues({ ...superuser, password }, `alter role postgres password '${appPassword()}'`);
      rmSync(superuserFile);
    }
    await database.stop();
    const next = await start();
    expect(await asSuperuser(next, readFileSync(superuserFile, 'utf8'))).toEqual(['on']);
    await expect(asSuperuser(next, appPassword())).rejects.toThrow(/password/);
    expect([existsSync(draft), await queryValues(next.connection, 'select count(*)::int from kept')]).toEqual(
      [false, [2]],
    );
    await next.stop();
  }
});

it('keeps its data from one start to the next and has no process after stop', async () => {
  const { connection, stop } = await start();
  expect(await queryValues(connection, 'select word from kept order by word')).toEqual(['limpide', '澄']);
  const pid = readServerPid(dataDir);
  await stop();
  expect(isAlive(pid)).toBe(false);
});

it('refuses a wrong password', async () => {
  const { connection } = await start();
  await expect(queryValues({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(/password/);
});

it('adopts the server of a process that was killed', async () => {
  await endProcess(await startInChild(), 'SIGKILL');
  const orphan = readServerPid(dataDir);
  expect(isAlive(orphan)).toBe(true);
  const { connection, adopted, stop } = await start();
  expect(adopted).toBe(true);
  expect(await queryValues(connection, 'select count(*)::int from kept')).toEqual([2]);
  await stop();
  expect(isAlive(orphan)).toBe(false);
});

it('replaces an orphaned server that is less durable than configured', async () => {
  await endProcess(await startInChild(), 'SIGKILL');
  const { connection, adopted } = await start(dataDir, true);
  expect(adopted).toBe(false);
  expect(await queryValues(connection, 'show fsync')).toEqual(['on']);
});

it('recovers after process and server were killed together', async () => {
  const owner = await startInChild();
  process.kill(readServerPid(dataDir), 'SIGKILL');
  await endProcess(owner, 'SIGKILL');
  const { connection } = await start();
  expect(await queryValues(connection, 'select count(*)::int from kept')).toEqual([2]);
});

it('refuses a second start beside a running one, with a message of one line', async () => {
  const owner = await startInChild();
  const server = readServerPid(dataDir);
  const refusal = await start().catch((error: unknown) => String(error));
  expect(refusal).toContain(`Limpid is already running on ${dataDir} (process ${owner.pid})`);
  expect(refusal).not.toContain('\n');
  expect(isAlive(server)).toBe(true);
});

it('gives the cluster of a dead owner to exactly one of several concurrent starts', async () => {
  writeFileSync(join(dataDir, 'postgres.owner'), `${process.pid}\nlong ago\n`);
  const starts = await Promise.allSettled([1, 2, 3].map(() => startInChild()));
  expect(starts.filter((start) => start.status === 'fulfilled')).toHaveLength(1);
});

it('is not confused by a process that reuses the id of a dead server', async () => {
  const stranger = spawn('sleep', ['30']);
  children.push(stranger);
  writeFileSync(
    join(dataDir, 'postgres', 'postmaster.pid'),
    `${stranger.pid}\n${dataDir}\n1\n5432\n/tmp\n\n`,
  );
  const { connection } = await start();
  expect(await queryValues(connection, 'select 1')).toEqual([1]);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

it('restarts a server that was killed while its process runs', async () => {
  const { connection } = await start();
  process.kill(readServerPid(dataDir), 'SIGKILL');
  const count = () => queryValues(connection, 'select count(*)::int from kept').catch(() => []);
  await soon(count).toEqual([2]);
});

it('does not touch a cluster of another PostgreSQL version', async () => {
  const old = join(root, 'old');
  mkdirSync(join(old, 'postgres'), { recursive: true });
  writeFileSync(join(old, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(old)).rejects.toThrow(/was made by PostgreSQL 17, this release brings 18/);
});
