import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { findPort, startProcess } from './testing/process.ts';
import { waitUntil } from './testing/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'limpid-main-'));
const dataDir = join(folder, 'data');
const debian = '/usr/lib/postgresql/15/bin';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function logIn(port: number, password: string): Promise<{ code: number }> {
  const response = await fetch(`http://127.0.0.1:${port}/prod-api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return response.json() as Promise<{ code: number }>;
}

it('prints a generated password once, survives kill -9, starts again and stops when its npm is killed', async () => {
  const port = await findPort();
  const environment = { DATA_DIR: dataDir, PORT: String(port), CAPTCHA_ENABLED: 'off' };
  const first = startProcess(environment);
  await first.waitForOutput('Limpid is ready');
  const password = /First login: admin \/ (\S+)/.exec(first.output())?.[1] ?? '';
  expect(password).toHaveLength(16);
  expect((await logIn(port, password)).code).toBe(200);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = startProcess(environment, { command: ['npm', 'start'], cwd: makePackage() });
  await second.waitForOutput('Limpid is ready');
  expect(second.output()).not.toContain('First login');
  expect((await logIn(port, password)).code).toBe(200);
  const database = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  second.child.kill('SIGKILL');
  const isServed = () =>
    logIn(port, 'wrong').then(
      () => true,
      () => false,
    );
  await waitUntil(async () => !(await isServed()), 'the server has stopped');
  await waitUntil(() => !isAlive(database), 'the database has stopped');
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

/** A package whose `npm start` is the product's, without the build of the web. */
function makePackage(): string {
  const root = join(folder, 'npm');
  cpSync(fileURLToPath(new URL('../../scripts', import.meta.url)), join(root, 'scripts'), {
    recursive: true,
  });
  writeFileSync(
    join(root, 'scripts', 'start.ts'),
    `import ${JSON.stringify(new URL('main.ts', import.meta.url))};`,
  );
  writeFileSync(
    join(root, 'package.json'),
    '{"type":"module","scripts":{"start":"node scripts/run.mjs start"}}',
  );
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{"":{}}}');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages":{}}');
  return root;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('names the setting when the port is taken, and stops what it had started', async () => {
  const port = await findPort();
  const other = createServer().listen(port, '127.0.0.1');
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off' });
  expect(await server.ended).toBe(1);
  other.close();
  expect(server.output().trim().split('\n')).toEqual([`Port ${port} is taken: set PORT to another one.`]);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

it('names GATEWAY_PORT when it is that one which is taken', async () => {
  const port = await findPort();
  const other = createServer().listen(port, '127.0.0.1');
  const server = startProcess({ DATA_DIR: dataDir, PORT: '0', GATEWAY_PORT: String(port), DEMO: 'off' });
  expect(await server.ended).toBe(1);
  other.close();
  expect(server.output().trim()).toBe(`Port ${port} is taken: set GATEWAY_PORT to another one.`);
});

it.each([
  // One for all that config.test.ts refuses.
  [{ PORT: 'eighty' }, 'PORT'],
  [{ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' }, 'DATABASE_URL'],
  [{ DATA_DIR: '/dev/null/x' }, 'DATA_DIR'],
  [{ DATA_DIR: '/proc/x' }, 'DATA_DIR'],
])('stops with one clear line for %o', async (environment, setting) => {
  const server = startProcess({ DATA_DIR: join(folder, 'unused'), ...environment });
  expect(await server.ended).toBe(1);
  const lines = server.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(setting);
});

const canRunDebian = existsSync(`${debian}/initdb`) && process.getuid?.() === 0;
it.skipIf(!canRunDebian)('runs on a PostgreSQL 15 of one’s own', async () => {
  const cluster = join(folder, 'pg15');
  const port = await findPort();
  const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, uid, uid);
  const asPostgres = (program: string, args: string[]) =>
    spawnSync(join(debian, program), args, { uid, cwd: folder, stdio: 'ignore' });
  asPostgres('initdb', ['-D', cluster, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
  asPostgres('pg_ctl', [
    '-D',
    cluster,
    '-w',
    '-o',
    `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder}`,
    'start',
  ]);
  try {
    const httpPort = await findPort();
    const server = startProcess({
      DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
      DATA_DIR: join(folder, 'own'),
      PORT: String(httpPort),
      ADMIN_PASSWORD: 'Correct-horse-1',
      CAPTCHA_ENABLED: 'off',
    });
    await server.waitForOutput('Limpid is ready');
    expect(server.output()).not.toContain('demo_');
    expect((await logIn(httpPort, 'Correct-horse-1')).code).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  } finally {
    asPostgres('pg_ctl', ['-D', cluster, '-m', 'immediate', 'stop']);
  }
});
