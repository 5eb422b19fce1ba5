import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@limpid/contract/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addJob, readLog, removeJobs } from '../src/platform/jobs/jobs.fixture.ts';
import { connectClient } from '../src/platform/live/live.fixture.ts';
import { openTestApp, type TestApp } from '../src/testing/app.ts';
import { adminPassword, formatUrl } from '../src/testing/connection.ts';
import { addPerson, personPassword } from '../src/testing/people.ts';
import { findPort, type RunningProcess, startProcess } from '../src/testing/process.ts';
import { soon } from '../src/testing/soon.ts';

/** A server process, reached over the network. */
interface Server extends RunningProcess {
  port: number;
  request(method: string, path: string, token?: string, body?: object): Promise<Envelope>;
  login(userName: string, password: string): Promise<string>;
}

const folder = mkdtempSync(join(tmpdir(), 'limpid-two-'));
/** Prepares and inspects the database; runs no jobs and serves no requests. */
let t: TestApp;
let here: Server;
let there: Server;

beforeAll(async () => {
  t = await openTestApp();
  // The two servers are processes of their own.
  t.clock.useMachineTime();
  await removeJobs(t);
  [here, there] = await Promise.all([startServer(), startServer()]);
});

afterAll(async () => {
  // Ctrl-C and the request of a service manager.
  here.child.kill('SIGINT');
  there.child.kill('SIGTERM');
  const codes = await Promise.all([here.ended, there.ended]);
  await t.close();
  rmSync(folder, { recursive: true, force: true });
  expect(codes).toEqual([0, 0]);
});

async function startServer(): Promise<Server> {
  const port = await findPort();
  const running = startProcess({
    DATABASE_URL: formatUrl(t.connection),
    DATA_DIR: folder,
    PORT: String(port),
    ROLES: 'http,worker',
    CAPTCHA_ENABLED: 'off',
  });
  await running.waitForOutput('Limpid is ready');
  const request: Server['request'] = async (method, path, token, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/prod-api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Every response of the API is an envelope.
    return response.json() as Promise<Envelope>;
  };
  const login: Server['login'] = async (username, password) => {
    const { token, msg } = await request('POST', '/login', undefined, { username, password });
    return String(token ?? expect.fail(msg));
  };
  return { ...running, port, request, login };
}

describe('two servers on one database', () => {
  it('run every task once a tick', async () => {
    const target = 'ryTask.ryNoParams';
    const startedAt = Date.now();
    const everySecond = await addJob(t, 'every second', { target, cron: '* * * * * ?' });
    const same = await Promise.all(
      Array.from({ length: 24 }, (_, n) => addJob(t, `same moment ${n}`, { target, dueIn: 1.5 })),
    );
    for (const jobId of same) await soon(async () => (await readLog(t, jobId)).length).toBe(1);
    // Both processes look for due jobs at every tick, so a second run would be logged within two more.
    const ticks = (await readLog(t, everySecond)).length;
    await soon(async () => (await readLog(t, everySecond)).length).toBeGreaterThan(ticks + 1);
    for (const jobId of same) expect(await readLog(t, jobId)).toMatchObject([{ status: '0' }]);
    const runs = await readLog(t, everySecond);
    expect(runs.length).toBeLessThanOrEqual(Math.ceil((Date.now() - startedAt) / 1000));
    await removeJobs(t);
  });

  it('apply a changed role to the next request, regardless of which process changed it', async () => {
    await addPerson(t, 'clerk', [{ permissions: ['system:post:list'] }]);
    const admin = await here.login('admin', adminPassword);
    const clerk = await there.login('clerk', personPassword);
    const look = async () => (await there.request('GET', '/system/post/list', clerk)).code;
    expect(await look()).toBe(200);
    const { rows } = await here.request('GET', '/system/role/list?roleName=clerk', admin);
    const [role] = rows as { roleId: number }[];
    const { rows: held } = await t.app.pool.query('select menu_id from sys_role_menu where role_id = $1', [
      role?.roleId,
    ]);
    const give = async (menuIds: number[]) => {
      expect(await here.request('PUT', '/system/role', admin, { ...role, menuIds })).toMatchObject({
        code: 200,
      });
    };
    await give([]);
    expect(await look()).toBe(403);
    await give(held.map(({ menu_id }) => menu_id));
    expect(await look()).toBe(200);
  });

  it('both end a session: the next request is refused and the socket closes at once', async () => {
    await addPerson(t, 'visitor', [{ permissions: [] }]);
    const admin = await here.login('admin', adminPassword);
    const endOne = async () => {
      const visitor = await there.login('visitor', personPassword);
      const line = connectClient(`ws://127.0.0.1:${there.port}/prod-api`, 100, { token: visitor });
      await line.ready();
      const { rows } = await here.request('GET', '/monitor/online/list?userName=visitor', admin);
      const [session] = rows as { tokenId: string }[];
      const startedAt = performance.now();
      expect(await here.request('DELETE', `/monitor/online/${session?.tokenId}`, admin)).toMatchObject({
        code: 200,
      });
      expect((await there.request('GET', '/getInfo', visitor)).code).toBe(401);
      expect(await line.closed).toBe('4401 session');
      return performance.now() - startedAt;
    };
    // Without a notification the server polls every ten seconds: after the first attempt each would wait a whole period.
    await endOne();
    const waits = [await endOne(), await endOne(), await endOne()];
    expect(Math.min(...waits)).toBeLessThan(5000);
  });
});
