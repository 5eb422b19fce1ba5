import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { formatUrl } from '../../src/testing/connection.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { findPort, type RunningProcess, startProcess } from '../../src/testing/process.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { addSite, connectStation, stationTime, type TestStation } from '../../src/testing/stations.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  readCommandIds,
  requests,
  value,
} from './command.fixture.ts';

/** How far a command has come when its process is killed. */
const phases = ['sent', 'accepted', 'answered'] as const;
const kills = fullRounds ? 20 : phases.length;
/** A device that answers after the restart, and one that does not. */
const kinds = ['ANSWERS', 'SILENT'] as const;
const longest = 300_000;
let t: TestApp;
let port: number;
let server: RunningProcess;
let equipment: ReturnType<typeof makeResourceClient>;
let ids: Map<string, number>;
const siteIds = new Map<string, number>();

beforeAll(async () => {
  t = await openTestApp();
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
  await t.app.pool.query('update basic_device_type set answer_seconds = 60, execution_seconds = 60');
  ids = await readCommandIds(t.app.pool);
  equipment = makeResourceClient(t, '/device/equipment', await t.login());
  // Added before the server starts, so that it knows them.
  for (let round = 0; round < kills; round++)
    for (const kind of kinds) siteIds.set(`${kind}${round}`, await addSite(t, { mn: `${kind}${round}` }));
  siteIds.set('GUARDED', await addSite(t, { mn: 'GUARDED', password: '123456' }));
  port = await findPort();
  server = await startServer();
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await t.close();
});

async function startServer(): Promise<RunningProcess> {
  const running = startProcess({
    DATABASE_URL: formatUrl(t.connection),
    DATA_DIR: t.app.config.dataDir,
    GATEWAY_PORT: String(port),
    ROLES: 'gateway',
  });
  await running.waitForOutput('Stations report');
  return running;
}

let greetings = 0;

/** Connects a station, which the gateway knows when this returns. */
async function connect(mn: string, pw = '123456'): Promise<TestStation> {
  const station = await connectStation(port);
  const qn = stationTime(Date.now() + ++greetings);
  station.send(encodeCommand(deviceCommand.heartbeat, { version: '2025', qn, st: '22', pw, mn }, {}));
  await station.answer(qn);
  return station;
}

async function order(action: string, name: string, siteId: number, more: object = {}): Promise<void> {
  // The process that holds the connection reports it within seconds only.
  const body = await equipment.send('POST', `/${action}`, {
    commandId: ids.get(name),
    siteIds: [siteId],
    waitHours: 1,
    ...more,
  });
  expect(body.code).toBe(200);
}

async function readState(siteId: number) {
  const { rows } = await t.app.pool.query(
    'select state, sent, packets from device_log where site_id = $1 order by log_id',
    [siteId],
  );
  return rows;
}

it(
  `neither loses nor repeats a command although its process is killed ${kills} times between request and result`,
  async () => {
    for (let round = 0; round < kills; round++) {
      const phase = phases[round % phases.length] ?? 'sent';
      const [action, name, cn] =
        phase === 'answered'
          ? (['read', 'Read clock', '1011'] as const)
          : (['write', 'Set clock', '1012'] as const);
      const [answering, silent] = await Promise.all(
        kinds.map(async (kind) => {
          const mn = `${kind}${round}`;
          return { mn, siteId: siteIds.get(mn) ?? 0, before: await connect(mn) };
        }),
      );
      if (!answering || !silent) throw new Error('two devices');
      for (const { siteId, before } of [answering, silent]) {
        await order(action, name, siteId);
        const request = await nextRequest(before, cn);
        if (phase !== 'sent') before.send(acceptRequest(request));
        if (phase === 'answered') before.send(value(request, { SystemTime: '20261118183000' }));
        await soon(() => readState(siteId)).toMatchObject([{ state: phase }]);
      }
      const request = await nextRequest(answering.before, cn);
      server.child.kill('SIGKILL');
      await server.ended;
      // As if the time for its result had long passed.
      await t.app.pool.query(
        `update device_log set deadline = deadline - interval '1 hour' where site_id = $1`,
        [silent.siteId],
      );
      server = await startServer();
      const [after, quiet] = await Promise.all([answering, silent].map(({ mn }) => connect(mn)));
      if (!after || !quiet) throw new Error('two connections');
      after.send(finishRequest(request));
      await soon(() => readState(answering.siteId)).toMatchObject([{ state: 'done', sent: 1 }]);
      await soon(() => readState(silent.siteId)).toMatchObject([{ state: 'interrupted', sent: 1 }]);
      // The next command is not blocked, and the one before was not sent again.
      for (const [station, { siteId }] of [[after, answering] as const, [quiet, silent] as const]) {
        await order('read', 'Read minute interval', siteId);
        station.send(finishRequest(await nextRequest(station, '1063')));
        await soon(async () => (await readState(siteId))[1]).toMatchObject({ state: 'noValue' });
        expect(requests(station, cn)).toEqual([]);
        station.end();
      }
    }
  },
  longest,
);

it(
  'accepts the new password of a device although the server is killed between the change and its result',
  async () => {
    const siteId = siteIds.get('GUARDED') ?? 0;
    const before = await connect('GUARDED');
    await order('write', 'Set password', siteId, { values: { NewPW: 'zq-654' }, confirmed: 1 });
    before.send(acceptRequest(await nextRequest(before, '1072')));
    await soon(() => readState(siteId)).toMatchObject([{ state: 'accepted' }]);
    server.child.kill('SIGKILL');
    await server.ended;
    server = await startServer();
    // The device has executed the change, and its result is lost.
    const after = await connect('GUARDED', 'zq-654');
    await soon(async () => {
      const { rows } = await t.app.pool.query('select access_password from site where site_id = $1', [
        siteId,
      ]);
      return t.app.secrets.open(rows[0].access_password);
    }).toBe('zq-654');
    expect((await t.app.pool.query('select from station_password_change')).rows).toEqual([]);
    expect(server.output()).not.toContain('zq-654');
    after.end();
  },
  longest,
);
