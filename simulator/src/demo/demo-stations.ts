import { createHash } from 'node:crypto';
import type { City } from '../air/city.ts';
import { DAY_MS } from '../durations.ts';
import { planFaults } from '../faults/fault-plan.ts';
import type { Fault } from '../faults/faults.ts';
import type { DataCommand } from '../station/device.ts';
import { systems } from '../station/reports.ts';
import { type Address, type Station, startStation } from '../station/station.ts';
import type { DemoCity, DemoSite } from './demo-city.ts';
import { planStartEvents } from './start-events.ts';

export interface DemoOptions {
  address: Address;
  sends?: readonly DataCommand[];
  /** The faults of a site; by default the plan of the demo for the coming year. */
  faults?: (site: DemoSite) => readonly Fault[];
  hasBattery?: boolean;
}

const year = 365 * DAY_MS;

/** The SM4 key of a station of 2025, in hexadecimal digits; null for older ones. */
export function findDemoKey(site: DemoSite): string | null {
  if (site.version !== '2025') return null;
  return createHash('sha256').update(`demo ${site.mn}`).digest('hex').slice(0, 32);
}

/** Starts a station for every site of a city. */
export function startDemoStations(facts: DemoCity, city: City, options: DemoOptions): Station[] {
  const { address, sends, hasBattery = false } = options;
  const now = Date.now();
  const faultsOf =
    options.faults ??
    ((site) => [...planStartEvents(site, city, now), ...planFaults(facts.seed, site, now, now + year)]);
  return facts.sites.map((site) => {
    const key = findDemoKey(site);
    return startStation({
      address,
      mn: site.mn,
      version: site.version,
      st: systems[site.type],
      zone: facts.zone,
      interval: site.interval,
      valuesAt: (time) => city.valuesAt(site, time),
      faults: faultsOf(site),
      hasBattery,
      reportsEvents: true,
      ...(sends && { sends }),
      ...(key !== null && { key: Buffer.from(key, 'hex') }),
    });
  });
}
