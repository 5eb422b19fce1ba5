import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullRounds } from '../testing/full-rounds.ts';
import { compareWithDatabase, type GatewayHarness, openGatewayHarness } from '../testing/gateway-harness.ts';
import { type ReportingStations, startReportingStations } from '../testing/reporting-stations.ts';
import { waitUntil } from '../testing/wait-until.ts';

const connections = 500;
const outageMs = fullRounds ? 5000 : 2000;
/** A generous limit: an idle machine needs seconds. */
const longest = 180_000;
const base = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
let fixture: GatewayHarness;
let fleet: ReportingStations;

beforeAll(async () => {
  fixture = await openGatewayHarness(connections);
  fleet = startReportingStations({ port: fixture.port, mns: fixture.mns, base, everyMs: 1000 });
});

afterAll(async () => {
  fleet?.end();
  await fixture?.close();
});

/** Waits until all stations report, and then for a random time. */
async function underLoad(): Promise<void> {
  const goal = fleet.acked() + 300;
  await waitUntil(
    () => fleet.acked() > goal && fleet.connected() > connections / 2,
    'the fleet at work',
    90_000,
  );
  await wait(Math.random() * 300);
}

/** The number of acknowledged readings once it no longer grows: answers may still be in transit. */
async function readSettled(): Promise<number> {
  let [before, now] = [-1, fleet.acked()];
  for (; before !== now; now = fleet.acked()) {
    before = now;
    await wait(500);
  }
  return now;
}

async function accounts() {
  await fleet.drain(90_000);
  const { acked, stored, ...faults } = await compareWithDatabase(fixture.pool, fleet, base);
  expect(stored).toBe(acked);
  fleet.resume();
  return faults;
}

const killings = (['server', 'database', 'server', 'database', 'server'] as const).slice(
  0,
  fullRounds ? undefined : 2,
);

describe.skipIf(process.platform !== 'linux')('a gateway with 500 stations', () => {
  it(
    `loses nothing acknowledged and stores nothing twice when server and PostgreSQL are killed ${killings.length} times`,
    async () => {
      for (const victim of killings) {
        await underLoad();
        await (victim === 'server' ? fixture.killServer() : fixture.killDatabase());
      }
      await underLoad();
      expect(await accounts()).toEqual({ lost: 0, strange: 0 });
    },
    longest,
  );

  it(
    'acknowledges nothing and closes no connection while the database is unreachable, and catches up afterwards',
    async () => {
      await underLoad();
      await waitUntil(() => fleet.connected() === connections, 'everybody connected', 90_000);
      await fixture.proxy.cut();
      const before = await readSettled();
      await wait(outageMs);
      expect(fleet.acked()).toBe(before);
      expect(fleet.connected()).toBe(connections);
      await fixture.proxy.restore();
      await underLoad();
      expect(await accounts()).toEqual({ lost: 0, strange: 0 });
      expect(fleet.connected()).toBe(connections);
    },
    longest,
  );
});
