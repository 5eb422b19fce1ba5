import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '../../contract/src/durations.ts';
import {
  compareWithDatabase,
  type GatewayHarness,
  openGatewayHarness,
} from '../../server/src/testing/gateway-harness.ts';
import {
  type ReportingStations,
  startReportingStations,
} from '../../server/src/testing/reporting-stations.ts';
import { waitUntil } from '../../server/src/testing/wait-until.ts';

/** The amount of each kind of load; times are in seconds. */
export interface SoakPlan {
  connections: number;
  rounds: number;
  outage: number;
  flood: number;
}

const flooders = 20;
const mostMegabytes = 512;
const everyMs = 5000;
const roundsBetweenAccounts = 20;
const patienceMs = 600_000;

/** Runs the load of the gateway tests for as long as requested; throws when the first guarantee is broken. */
export async function soakGateway(plan: SoakPlan, print: (line: string) => void): Promise<void> {
  const ground = await openGatewayHarness(plan.connections + flooders);
  const base = Math.floor(Date.now() / DAY_MS) * DAY_MS - 25 * DAY_MS;
  const reporters = ground.mns.slice(flooders);
  const fleet = startReportingStations({ port: ground.port, mns: reporters, base, everyMs });
  try {
    await waitUntil(() => fleet.connected() === plan.connections, 'everybody connected', patienceMs);
    print(`${plan.connections} stations connected, ${ground.memory().now.toFixed(0)} MB`);
    await killRepeatedly(ground, fleet, plan.rounds, base, print);
    await cutDatabase(ground, fleet, plan.outage);
    print(`database away for ${plan.outage} s: ${await check(ground, fleet, base)}`);
    await flood(ground, fleet, { seconds: plan.flood, base, print });
  } finally {
    fleet.end();
    await ground.close();
  }
}

async function waitForLoad(fleet: ReportingStations): Promise<void> {
  const goal = fleet.acked() + 300;
  const isAtWork = () => fleet.acked() > goal && fleet.connected() > fleet.stations.length / 2;
  await waitUntil(isAtWork, 'the fleet at work', patienceMs);
  await wait(Math.random() * 500);
}

/** Waits until all open reports are acknowledged, then compares them with the stored values. */
async function check(ground: GatewayHarness, fleet: ReportingStations, base: number): Promise<string> {
  await fleet.drain(patienceMs);
  const { acked, stored, lost, strange } = await compareWithDatabase(ground.pool, fleet, base);
  if (lost > 0 || strange > 0 || stored !== acked) {
    throw new Error(`${acked} acknowledged, ${stored} stored, ${lost} lost, ${strange} that should not be`);
  }
  fleet.resume();
  return `${acked} acknowledged and stored, none lost, none twice`;
}

async function killRepeatedly(
  ground: GatewayHarness,
  fleet: ReportingStations,
  rounds: number,
  base: number,
  print: (line: string) => void,
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    await waitForLoad(fleet);
    await (Math.random() < 0.5 ? ground.killServer() : ground.killDatabase());
    if (round % roundsBetweenAccounts === 0 || round === rounds) {
      print(`killed ${round} times: ${await check(ground, fleet, base)}`);
    }
  }
}

async function cutDatabase(
  { proxy }: GatewayHarness,
  fleet: ReportingStations,
  seconds: number,
): Promise<void> {
  await waitForLoad(fleet);
  await proxy.cut();
  await wait(seconds * 1000);
  await proxy.restore();
  await waitForLoad(fleet);
}

/** Some stations send without ever waiting, the others report normally, and all of them must be served. */
async function flood(
  ground: GatewayHarness,
  fleet: ReportingStations,
  { seconds, base, print }: { seconds: number; base: number; print(line: string): void },
): Promise<void> {
  await ground.bypassProxy();
  await waitForLoad(fleet);
  const before = fleet.stations.map(({ acked }) => acked);
  const storm = startReportingStations({
    port: ground.port,
    mns: ground.mns.slice(0, flooders),
    base,
    everyMs: 0,
  });
  const start = Date.now();
  for (let last = 0, at = start; at - start < seconds * 1000; ) {
    await wait(Math.min(10_000, start + seconds * 1000 - at));
    const [acked, now] = [storm.acked(), Date.now()];
    const rate = ((acked - last) * 1000) / (now - at);
    const { now: used, most } = ground.memory();
    print(
      `flood, ${((now - start) / 1000).toFixed(0)} s: ${rate.toFixed(0)} frames/s stored, ${used.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
    );
    [last, at] = [acked, now];
  }
  const unheard = fleet.stations.filter(({ acked }, index) => acked === before[index]).length;
  print(`the flood: ${await check(ground, storm, base)}`);
  storm.end();
  print(`the others: ${await check(ground, fleet, base)}; ${unheard} not heard meanwhile`);
  const { most } = ground.memory();
  if (most > mostMegabytes) throw new Error(`${most.toFixed(0)} MB, more than ${mostMegabytes} MB`);
}
