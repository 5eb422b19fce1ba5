import { createHash } from 'node:crypto';
import type { City } from '../air/city.ts';
import { DAY_MS } from '../durations.ts';
import { planFaults } from '../faults/fault-plan.ts';
import type { Fault } from '../faults/faults.ts';
import { deriveSeed } from '../random.ts';
import type { DeviceType } from '../site.ts';
import type { DataCommand } from '../station/device.ts';
import { systems } from '../station/reports.ts';
import type { SelfReport } from '../station/self-report.ts';
import { type Address, type Station, startStation } from '../station/station.ts';
import type { DemoCity, DemoSite } from './demo-city.ts';
import { planStartEvents } from './start-events.ts';
import { makeWorksDust } from './works-dust.ts';

export interface DemoOptions {
  address: Address;
  sends?: readonly DataCommand[];
  /** The faults of a site; by default the plan of the demo for the coming year. */
  faults?: (site: DemoSite) => readonly Fault[];
  hasBattery?: boolean;
  /** How long water has been sprayed at a site between two moments; undefined for a site without a cannon. */
  findSpray?: (site: DemoSite) => ((from: number, to: number) => number) | undefined;
}

/** The codes under which devices of each type report their firmware and their signal. */
export const demoFactCodes: Readonly<Record<DeviceType, { firmware: string; signal: string }>> = {
  AMBIENT: { firmware: 'i23101', signal: 'CSQ' },
  DUST: { firmware: 'i23101', signal: 'CSQ' },
  // Half of them speak HJ/T 212-2005, which has no station information.
  MICRO: { firmware: 'FwVer', signal: 'CSQ' },
};
/** How the devices of the demo ask for values of a reference station, and what they are answered. */
export const demoReferenceRequest = {
  code: '3998',
  template:
    'DataTime={time};Station={station};a34004-Avg={PM2.5};a34002-Avg={PM10};a21026-Avg={SO2};a21004-Avg={NO2};' +
    'a05024-Avg={O3};a21005-Avg={CO}',
};

/** Which devices of the demo send data again, and for which of them the platform asks by itself. */
export const demoBackfill: Readonly<Record<DeviceType, { asksItself: boolean }>> = {
  AMBIENT: { asksItself: true },
  DUST: { asksItself: false },
  MICRO: { asksItself: false },
};

const firmwareVersions: Readonly<Record<DeviceType, readonly string[]>> = {
  AMBIENT: ['V3.4.1', 'V3.4.1', 'V3.3.8'],
  DUST: ['V2.11', 'V2.11', 'V2.10', 'V2.9'],
  MICRO: ['1.8.2', '1.8.2', '1.7.0'],
};

function planSelfReport({ type, mn }: DemoSite): SelfReport {
  const codes = demoFactCodes[type];
  const versions = firmwareVersions[type];
  const version = versions[deriveSeed(0, mn) % versions.length] ?? '';
  return { firmware: { code: codes.firmware, version }, signal: { code: codes.signal } };
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
    const sprayedMs = options.findSpray?.(site);
    const baseAt = (time: number) => city.valuesAt(site, time).PM10 ?? 0;
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
      selfReport: planSelfReport(site),
      referenceCode: demoReferenceRequest.code,
      ...(sprayedMs && {
        addLocal: makeWorksDust({ code: site.code, startedAt: now, baseAt, sprayedMs }),
      }),
      ...(sends && { sends }),
      ...(key !== null && { key: Buffer.from(key, 'hex') }),
    });
  });
}
