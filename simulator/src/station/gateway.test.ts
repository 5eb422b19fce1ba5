import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packetKind } from '../../../server/src/features/reading/reading.ts';
import { type GatewayFixture, openGatewayFixture } from '../../../server/src/gateway/gateway.fixture.ts';
import { addSite } from '../../../server/src/testing/stations.ts';
import { waitUntil } from '../../../server/src/testing/wait-until.ts';
import { createCity } from '../air/city.ts';
import { beijing } from '../demo/beijing.ts';
import { demoCities } from '../demo/demo-cities.ts';
import type { DemoSite } from '../demo/demo-city.ts';
import { demoFactCodes, findDemoKey, startDemoStations } from '../demo/demo-stations.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { nameLoadStation, runLoad } from '../load/load.ts';
import { deviceTypes } from '../site.ts';
import type { Station } from './station.ts';

let ground: GatewayFixture;
const running: Station[] = [];
beforeAll(async () => {
  ground = await openGatewayFixture();
  for (const [type, { firmware, signal }] of Object.entries(demoFactCodes))
    await ground.test.app.pool.query(
      'update basic_device_type set firmware_code = $2, signal_code = $3 where type_code = $1',
      [type, firmware, signal],
    );
  // Simulated stations read the clock of the machine.
  ground.test.clock.useMachineTime();
});
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});
afterAll(() => ground.close());

const address = () => ({ host: '127.0.0.1', port: ground.gateway.port });

/** The first site of each kind and version: together they cover every form of the protocol. */
function pickSites(sites: readonly DemoSite[]): DemoSite[] {
  const kinds = Map.groupBy(sites, ({ type, version }) => `${type} ${version}`);
  return [...kinds.values()].flatMap(([site]) => site ?? []);
}

describe('the gateway', () => {
  it.each(demoCities)('understands the stations of $names.en', async (facts) => {
    const sites = pickSites(facts.sites);
    const ids = new Map<string, number>();
    for (const site of sites) {
      const key = findDemoKey(site);
      const deviceTypeId = deviceTypes.indexOf(site.type) + 1;
      const siteId = await addSite(ground.test, {
        mn: site.mn,
        zone: facts.zone,
        deviceTypeId,
        ...(key !== null && { sm4Key: key }),
      });
      ids.set(site.mn, siteId);
    }
    const city = createCity(facts);
    const chosen = { ...facts, sites };
    const stations = startDemoStations(chosen, city, {
      address: address(),
      sends: ['2011'],
      faults: () => [],
    });
    running.push(...stations);
    for (const [index, site] of sites.entries()) {
      const station = stations[index];
      await waitUntil(() => {
        const { acknowledged = 0, waiting } = station?.counts() ?? {};
        return acknowledged > 0 && waiting === 0;
      }, `everything of ${site.mn} is acknowledged`);
      const [row] = await ground.rows(ids.get(site.mn) ?? 0);
      const values = city.valuesAt(site, Number(row?.['ts']));
      expect(row).toMatchObject({
        kind: packetKind.realtime,
        marked: false,
        s1: values['PM2.5'],
        s2: values.PM10,
      });
      expect(row?.['s6'] ?? undefined).toBe(values.O3);
      expect(await ground.refusals(site.mn)).toEqual({});
    }
  });

  it('sets the clock of a station that requests the time', async () => {
    const [site] = beijing.sites;
    if (!site) throw new Error('no site');
    const mn = 'DE1000A000000000000000FF';
    await addSite(ground.test, { mn });
    const faults = [
      {
        kind: 'clockDrift' as const,
        from: Date.now() - 10 * MINUTE_MS,
        to: Date.now() + HOUR_MS,
        amount: 600,
      },
    ];
    const chosen = { ...beijing, sites: [{ ...site, mn }] };
    const [station] = startDemoStations(chosen, createCity(beijing), {
      address: address(),
      faults: () => faults,
    });
    if (!station) throw new Error('no station');
    running.push(station);
    expect(station.device.clock.isWrong(Date.now())).toBe(true);
    await waitUntil(() => !station.device.clock.isWrong(Date.now()), 'the clock is right');
  });

  it('handles a load', async () => {
    for (const number of [1, 2]) await addSite(ground.test, { mn: nameLoadStation(number) });
    const report = await runLoad({ address: address(), stations: 2, rate: 100, seconds: 0.5, seed: 1 });
    expect(report.sent).toBeGreaterThan(5);
    expect(report).toMatchObject({ acknowledged: report.sent, lost: 0 });
  });
});
