import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullRounds } from '../testing/full-rounds.ts';
import { compareWithDatabase, type GatewayHarness, openGatewayHarness } from '../testing/gateway-harness.ts';
import { type ReportingStations, startReportingStations } from '../testing/reporting-stations.ts';
import { waitUntil } from '../testing/wait-until.ts';

const connections = fullRounds ? 500 : 150;
/** How many reports each station sends in vain during the outage. */
const outageReports = fullRounds ? 5 : 1;
/** A generous limit: an idle machine needs seconds. */
const longest = 180_000;
let base = 0;
let fixture: GatewayHarness;
let fleet: ReportingStations;

beforeAll(async () => {
  // The server reads the clock of the machine.
  base = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
  fixture = await openGatewayHarness(connections);
  fleet = startReportingStations({ port: fixture.port, mns: fixture.mns, base, everyMs: 1000 });
});

afterAll(async () => {
  fleet?.end();
  await fixture?.close();
});

/** Waits until all stations report, and then for a random time: a kill may come at any moment. */
async function underLoad(): Promise<void> {
  const goal = fleet.acked() + connections;
  await waitUntil(
    () => fleet.acked() > goal && fleet.connected() > connections / 2,
    'the fleet at work',
    90_000,
  );
  await wait(Math.random() * 300);
}

async function countStored(): Promise<number> {
  const { rows } = await fixture.pool.query<{ n: number }>('select count(*)::int as n from reading');
  return rows[0]?.n ?? 0;
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

describe.skipIf(process.platform !== 'linux')(`a gateway with ${connections} stations`, () => {
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
      // Acknowledgements of these may still be in transit.
      const [stored, sent] = [await countStored(), fleet.sent()];
      const goal = sent + outageReports * connections;
      await waitUntil(() => fleet.sent() >= goal, 'everybody reports in vain');
      expect(fleet.acked()).toBeLessThanOrEqual(stored);
      expect(fleet.connected()).toBe(connections);
      await fixture.proxy.restore();
      await underLoad();
      expect(await accounts()).toEqual({ lost: 0, strange: 0 });
      expect(fleet.connected()).toBe(connections);
    },
    longest,
  );
});
