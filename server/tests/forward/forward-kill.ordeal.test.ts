import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { formatUrl } from '../../src/testing/connection.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { findPort, type RunningProcess, startProcess } from '../../src/testing/process.ts';
import { soon } from '../../src/testing/soon.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { type Relay, startRelay } from './relay.fixture.ts';
import {
  addForwardedBeside,
  addForwardedSite,
  readStoredRows,
  storePacket,
} from './two-installations.fixture.ts';

const kills = fullRounds ? 50 : 3;
const stations = fullRounds ? 20 : 8;
const stationsOfTarget = 4;
/** Of a target whose other stations are accepted. */
const refusedMn = 'KILLED1';
/** More than a lane sends one after the other, so that both lanes are used. */
const minutesAway = 8;
const longest = 600_000;
let near: TestApp;
let far: TestApp;
let port: number;
let relay: Relay;
let sender: RunningProcess;
let receiver: RunningProcess;
const ids = new Map<string, { near: number; far: number }>();

beforeAll(async () => {
  near = await openTestApp();
  far = await openTestApp();
  // The killed processes read the clock of the machine.
  for (const { clock } of [near, far]) clock.useMachineTime();
  port = await findPort();
  relay = await startRelay(port);
  relay.refused.add(refusedMn);
  let first = 0;
  for (let n = 0; n < stations; n++) {
    const mn = `KILLED${n}`;
    const isFirst = n % stationsOfTarget === 0;
    const added = isFirst ? await addTarget(mn) : await addForwardedBeside(near, far, mn, first);
    if (isFirst) first = added.near;
    ids.set(mn, added);
  }
  receiver = await startReceiver();
  sender = await startSender();
}, longest);

afterAll(async () => {
  for (const running of [sender, receiver]) {
    running?.child.kill('SIGKILL');
    await running?.ended;
  }
  await relay?.close();
  await near?.close();
  await far?.close();
});

/** The packets of HJ 212-2025 say which lane they come from; no answer is late while a process starts. */
const addTarget = (mn: string) =>
  addForwardedSite(near, far, mn, {
    protocol: 'hj212-2025',
    address: `127.0.0.1:${relay.port}`,
    settings: { backlog_rate: 500, answer_seconds: 60 },
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

async function expectSameRows(mns: Iterable<string>): Promise<void> {
  for (const mn of mns) {
    const site = ids.get(mn) ?? { near: 0, far: 0 };
    await soon(async () => ({ mn, rows: await readStoredRows(far, site.far) })).toEqual({
      mn,
      rows: await readStoredRows(near, site.near),
    });
  }
}

/** Both lanes of a station ascend; a repeat has the time before it. */
function expectOrder(): void {
  const lanes = Map.groupBy(relay.sent, ({ mn, isReissued }) => `${mn} ${isReissued}`);
  for (const [lane, packets] of lanes) {
    // Refused readings step aside.
    if (packets[0]?.mn === refusedMn) continue;
    const times = packets.map(({ dataTime }) => dataTime);
    expect({ lane, times }).toEqual({ lane, times: times.toSorted() });
  }
}

function expectSameQns(): void {
  for (const [reading, packets] of Map.groupBy(relay.sent, ({ mn, dataTime }) => `${mn} ${dataTime}`))
    expect({ reading, qns: new Set(packets.map(({ qn }) => qn)).size }).toEqual({ reading, qns: 1 });
}

describe.skipIf(process.platform !== 'linux')(`${stations} stations that are forwarded`, () => {
  it(
    `arrive whole and in order although sender and receiver are killed ${kills} times`,
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
        // At least one packet is sent again, because its answer did not arrive.
        const { lost } = relay;
        relay.losesAnswers = true;
        await report(1);
        await waitUntil(() => relay.lost > lost, 'a lost answer');
        if (round % 2 === 0) {
          await kill(sender);
          relay.losesAnswers = false;
          await report(minutesAway);
          sender = await startSender();
        } else {
          await kill(receiver);
          relay.losesAnswers = false;
          await report(minutesAway);
          receiver = await startReceiver();
        }
      }
      await report(2);
      await expectSameRows([...ids.keys()].filter((mn) => mn !== refusedMn));
      const refused = ids.get(refusedMn) ?? { near: 0, far: 0 };
      expect(await readStoredRows(far, refused.far)).toEqual([]);
      // What was set aside is tried at once when a process starts.
      relay.refused.clear();
      await kill(sender);
      sender = await startSender();
      await expectSameRows([refusedMn]);
      expectOrder();
      expectSameQns();
      const readings = ids.size * minute;
      const { length: reissued } = relay.sent.filter(({ isReissued }) => isReissued);
      const sent = `${relay.sent.length} packets, ${reissued} of the backlog`;
      if (fullRounds) process.stdout.write(`${readings} readings, ${kills} kills: ${sent}\n`);
      // Each kill has caused a repeat; those of the refused station do not count.
      const accepted = relay.sent.filter(({ mn }) => mn !== refusedMn).length;
      expect(accepted).toBeGreaterThanOrEqual((ids.size - 1) * minute + kills);
      expect(reissued).toBeGreaterThan(0);
    },
    longest,
  );
});
