import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../durations.ts';
import { planFaults } from '../faults/fault-plan.ts';
import { faultKinds } from '../faults/faults.ts';
import { demoCities } from './demo-cities.ts';
import { findDemoKey } from './demo-stations.ts';

const sites = demoCities.flatMap((city) => city.sites.map((site) => ({ city, site })));
const month = [Date.UTC(2026, 9, 15), Date.UTC(2026, 10, 15)] as const;

describe('the demo', () => {
  it('has about sixty sites in three zones, of every kind and version', () => {
    expect(sites).toHaveLength(60);
    expect(new Set(demoCities.map(({ zone }) => zone)).size).toBe(3);
    const kinds = new Set(sites.map(({ site }) => `${site.type} ${site.version}`));
    expect(kinds.size).toBe(6);
    const unique = (pick: (one: (typeof sites)[number]) => string) => new Set(sites.map(pick)).size;
    expect([unique(({ site }) => site.mn), unique(({ site }) => site.code)]).toEqual([60, 60]);
    expect(unique(({ city, site }) => `${city.code} ${site.name}`)).toBe(60);
  });

  it('has its sites near the centre, each with an entity, an MN and a key that match its version', () => {
    for (const { city, site } of sites) {
      expect(Math.abs(site.longitude - city.longitude), site.code).toBeLessThan(0.25);
      expect(Math.abs(site.latitude - city.latitude), site.code).toBeLessThan(0.25);
      expect(city.entities.map(({ code }) => code)).toContain(site.entity);
      expect(site.mn).toMatch(site.version === '2005' ? /^[0-9A-F]{14}$/ : /^[0-9A-F]{24}$/);
      expect(findDemoKey(site)?.length).toBe(site.version === '2025' ? 32 : undefined);
      const shares = [site.road, site.works, site.industry];
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    }
  });

  it('has a few faults, the same on every call', () => {
    const plan = sites.map(({ city, site }) => planFaults(city.seed, site, ...month));
    expect(plan).toEqual(sites.map(({ city, site }) => planFaults(city.seed, site, ...month)));
    expect(new Set(plan.flat().map(({ kind }) => kind))).toEqual(new Set(faultKinds));
    const hours = plan.flat().reduce((sum, { from, to }) => sum + (to - from) / HOUR_MS, 0);
    expect(hours / (sites.length * 31 * 24)).toBeLessThan(0.1);
    for (const fault of plan.flat()) expect(fault.to).toBeGreaterThan(fault.from);
  });
});
