import { describe, expect, it } from 'vitest';
import { createCity } from '../air/city.ts';
import { beijing } from '../demo/beijing.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { demoReferences } from './demo-references.ts';
import { publishHours, revisedAfter, type SimulatedPublication } from './publish-hours.ts';
import type { ReferenceCity } from './reference-city.ts';

const from = Date.UTC(2026, 9, 12);
const days = 10;
const to = from + days * DAY_MS;
const later = to + DAY_MS;

const publish = (city: ReferenceCity, since = 0, until = later) =>
  publishHours(city, { from, to, since, until });

function findCity(name: string): ReferenceCity {
  const found = demoReferences.find((city) => city.name.startsWith(name));
  if (!found) throw new Error(name);
  return found;
}

/** The newest version of each hour of a station, keyed by the hour. */
function readStation(
  published: readonly SimulatedPublication[],
  code: string,
): Map<number, SimulatedPublication['amounts']> {
  return new Map(
    published.filter(({ station }) => station.code === code).map(({ hour, amounts }) => [hour, amounts]),
  );
}

function correlate(pairs: readonly (readonly [number, number])[]): number {
  const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const sum = (of: (one: number, other: number) => number) =>
    pairs.reduce((total, [one, other]) => total + of(one - a, other - b), 0);
  return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y));
}

describe('the simulated official stations', () => {
  it('are four to eight a city, near its centre, with names that say that they are simulated', () => {
    const stations = demoReferences.flatMap((city) => city.stations.map((station) => ({ city, station })));
    expect(new Set(stations.map(({ station }) => station.code)).size).toBe(stations.length);
    for (const { stations: ofCity, name } of demoReferences) {
      expect(ofCity.length).toBeGreaterThanOrEqual(4);
      expect(ofCity.length).toBeLessThanOrEqual(8);
      expect(name).toMatch(/[(（](?:simulated|simulé|模拟)[)）]$/);
    }
    for (const { city, station } of stations) {
      expect(station.name).toMatch(/[(（](?:simulated|simulé|模拟)[)）]$/);
      expect(Math.abs(station.longitude - city.longitude), station.code).toBeLessThan(0.2);
      expect(Math.abs(station.latitude - city.latitude), station.code).toBeLessThan(0.2);
    }
  });

  it('follow the air of the sites of their city, and less that of a neighbouring city', () => {
    const [site] = beijing.sites;
    const column = site && createCity(beijing).hourMeans(site, from, to)['PM2.5'];
    const similarity = (city: ReferenceCity) => {
      const hours = readStation(publish(city), city.stations[0]?.code ?? '');
      const pairs = [...hours].flatMap(([hour, { 'PM2.5': value }]): [number, number][] => {
        const own = column?.[(hour - from) / HOUR_MS];
        return own === undefined || typeof value !== 'number' ? [] : [[own, value]];
      });
      expect(pairs.length).toBeGreaterThan(days * 20);
      return correlate(pairs);
    };
    const [here, near] = [similarity(findCity('北京')), similarity(findCity('天津'))];
    expect(here).toBeGreaterThan(0.9);
    expect(near).toBeGreaterThan(0.2);
    expect(near).toBeLessThan(here);
  });

  it('are missing at times, so that now and then a city has less than three quarters of them', () => {
    const cities = demoReferences.slice(0, 3);
    const shares = cities.flatMap((city) => {
      const published = publish(city, 0, to + HOUR_MS / 2);
      return Array.from({ length: days * 24 - 6 }, (_, n) => {
        const hour = from + n * HOUR_MS;
        const codes = new Set(
          published.filter((one) => one.hour === hour).map(({ station }) => station.code),
        );
        return codes.size / city.stations.length;
      });
    });
    const low = shares.filter((share) => share < 0.75).length / shares.length;
    expect(low).toBeGreaterThan(0.01);
    expect(low).toBeLessThan(0.1);
    const blanks = demoReferences
      .flatMap((city) => publish(city))
      .filter(({ amounts }) => Object.values(amounts).includes(null));
    expect(blanks.length).toBeGreaterThan(0);
  });

  it('publish an hour after its end and revise some six hours later, whenever they are asked', () => {
    const city = findCity('Lyon');
    const all = publish(city);
    const now = from + 3 * DAY_MS + 20 * 60_000;
    const parts = [publish(city, 0, now), publish(city, now, later)];
    const key = ({ station, hour, amounts }: SimulatedPublication) =>
      `${station.code} ${hour} ${JSON.stringify(amounts)}`;
    expect(parts.flat().map(key).toSorted()).toEqual(all.map(key).toSorted());
    expect(Math.max(...(parts[0] ?? []).map(({ hour }) => hour))).toBe(from + 3 * DAY_MS - HOUR_MS);
    const again = (parts[1] ?? []).filter(({ hour }) => hour < from + 3 * DAY_MS);
    for (const { hour } of again) expect(hour).toBeGreaterThan(now - revisedAfter - 2 * HOUR_MS);
    const hours = new Set(all.map(({ station, hour }) => `${station.code} ${hour}`));
    expect(all.length).toBeGreaterThan(hours.size);
  });
});
