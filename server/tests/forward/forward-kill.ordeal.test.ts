import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { formatUrl } from '../../src/testing/connection.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { findPort, type RunningProcess, startProcess } from '../../src/testing/process.ts';
import { soon } from '../../src/testing/soon.ts';
import { addForwardedSite, readStoredRows, storePacket } from './two-installations.fixture.ts';

const kills = fullRounds ? 50 : 3;
const stations = fullRounds ? 20 : 8;
const longest = 600_000;
let near: TestApp;
let far: TestApp;
let port: number;
let sender: RunningProcess;
let receiver: RunningProcess;
const ids = new Map<string, { near: number; far: number }>();

beforeAll(async () => {
  near = await openTestApp();
  far = await openTestApp();
  // The killed processes read the clock of the machine.
  for (const { clock } of [near, far]) clock.useMachineTime();
  port = await findPort();
  for (let n = 0; n < stations; n++) {
    const mn = `KILLED${n}`;
    const address = `127.0.0.1:${port}`;
    const settings = { backlog_rate: 500, answer_seconds: 2 };
    ids.set(mn, await addForwardedSite(near, far, mn, { protocol: 'hj212-2017', address, settings }));
  }
  receiver = await startReceiver();
  sender = await startSender();
}, longest);

afterAll(async () => {
  for (const running of [sender, receiver]) {
    running?.child.kill('SIGKILL');
    await running?.ended;
  }
  await near?.close();
  await far?.close();
});

async function startReceiver(): Promise<RunningProcess> {
  const running = startProcess({
    DATABASE_URL: formatUrl(far.connection),
    DATA_DIR: far.app.config.dataDir,
    GATEWAY_PORT: String(port),
    ROLES: 'gateway',
  });
  await running.waitForOutput('Stations report');
  return running;
}

async function startSender(): Promise<RunningProcess> {
  const running = startProcess({
    DATABASE_URL: formatUrl(near.connection),
    DATA_DIR: near.app.config.dataDir,
    OUTBOUND_ALLOW: '127.0.0.1',
    ROLES: 'worker',
  });
  await running.waitForOutput('Limpid');
  return running;
}

async function kill(running: RunningProcess): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended;
}

describe.skipIf(process.platform !== 'linux')(`${stations} stations that are forwarded`, () => {
  it(
    `arrive whole although sender and receiver are killed ${kills} times`,
    async () => {
      const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS;
      let minute = 0;
      const report = async (minutes: number) => {
        for (let n = 0; n < minutes; n++, minute++) {
          const packets = Array.from(ids.keys(), (mn, at) =>
            storePacket(near, mn, {
              ts: start + minute * MINUTE_MS,
              cp: `a34004-Rtd=${(minute * 7 + at) % 500},a34004-Flag=N`,
            }),
          );
          await Promise.all(packets);
        }
      };
      for (let round = 0; round < kills; round++) {
        await report(4);
        await wait(Math.random() * 400);
        if (round % 2 === 0) {
          await kill(sender);
          await report(1);
          sender = await startSender();
        } else {
          await kill(receiver);
          await report(1);
          receiver = await startReceiver();
        }
      }
      await report(2);
      for (const [mn, site] of ids)
        await soon(async () => ({ mn, rows: await readStoredRows(far, site.far) })).toEqual({
          mn,
          rows: await readStoredRows(near, site.near),
        });
    },
    longest,
  );
});
