import { createHash } from 'node:crypto';
import type { City } from './city.ts';
import type { DemoCity, DemoSite } from './demo/demo-city.ts';
import type { DataCommand } from './device.ts';
import { planFaults } from './fault-plan.ts';
import type { Fault } from './faults.ts';
import { systems } from './reports.ts';
import { type Address, type Station, startStation } from './station.ts';

export interface DemoOptions {
  address: Address;
  sends?: readonly DataCommand[];
  /** What goes wrong; by itself the plan of the demo for the coming year. */
  faults?: (site: DemoSite) => readonly Fault[];
  hasBattery?: boolean;
}

const year = 365 * 86_400_000;

/** The 16 bytes that a station of 2025 enciphers with, in hexadecimal digits; null for the older ones. */
export function findDemoKey(site: DemoSite): string | null {
  if (site.version !== '2025') return null;
  return createHash('sha256').update(`demo ${site.mn}`).digest('hex').slice(0, 32);
}

/** Puts every site of a city on the network. */
export function startDemoStations(facts: DemoCity, city: City, options: DemoOptions): Station[] {
  const { address, sends, hasBattery = false } = options;
  const now = Date.now();
  const faultsOf = options.faults ?? ((site) => planFaults(facts.seed, site, now, now + year));
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
      ...(sends && { sends }),
      ...(key !== null && { key: Buffer.from(key, 'hex') }),
    });
  });
}
