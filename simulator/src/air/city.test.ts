import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoCities } from '../demo/demo-cities.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { toWallClock } from '../local-time.ts';
import type { SimulatedSite } from '../site.ts';
import { type ChannelCode, type Columns, channelsByDeviceType, instrumentChannels } from './channels.ts';
import { type CityFacts, createCity } from './city.ts';

const year = [Date.UTC(2025, 5, 1), Date.UTC(2026, 5, 1)] as const;
const month = [Date.UTC(2026, 9, 12), Date.UTC(2026, 10, 12)] as const;

function cityOf(code: string): CityFacts {
  const facts = demoCities.find((each) => each.code === code);
  if (!facts) throw new Error(code);
  return facts;
}

function siteOf({ sites }: CityFacts, code: string): SimulatedSite {
  const site = sites.find((each) => each.code === code);
  if (!site) throw new Error(code);
  return site;
}

function columnOf(columns: Columns, code: ChannelCode): Float32Array {
  const column = columns[code];
  if (!column) throw new Error(code);
  return column;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return sum / values.length;
}

function correlate(left: Float32Array, right: Float32Array): number {
  const [a, b] = [mean(left), mean(right)];
  let [both, first, second] = [0, 0, 0];
  left.forEach((value, index) => {
    const other = (right[index] ?? 0) - b;
    both += (value - a) * other;
    first += (value - a) ** 2;
    second += other ** 2;
  });
  return both / Math.sqrt(first * second);
}

/** The mean of a channel for each hour of the day on the wall clock. */
function dayCourse(facts: CityFacts, hours: Float32Array, from: number, weekend: boolean): number[] {
  const sums = Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }));
  hours.forEach((value, index) => {
    const wall = new Date(toWallClock(from + index * HOUR_MS, facts.zone));
    if ([0, 6].includes(wall.getUTCDay()) !== weekend) return;
    const cell = sums[wall.getUTCHours()];
    if (!cell) return;
    cell.sum += value;
    cell.count++;
  });
  return sums.map(({ sum, count }) => sum / count);
}

const highest = (course: number[]) => course.indexOf(Math.max(...course));

describe.each(demoCities)('a month of minutes in $names.en', (facts) => {
  const city = createCity(facts);
  const sites = facts.sites.filter((_, index) => index % 4 === 0).map((site) => ({ site, name: site.code }));

  it.each(sites)('has plausible values at $name', ({ site }) => {
    const columns = city.minuteValues(site, ...month);
    expect(Object.keys(columns)).toEqual(channelsByDeviceType[site.type]);
    for (const [code, column] of Object.entries(columns)) {
      // The keys have just been compared with the codes.
      const { range } = instrumentChannels[code as ChannelCode];
      expect(column.length).toBe(31 * 1440);
      expect(column.every((value) => value >= range[0] && value <= range[1])).toBe(true);
      expect(new Set(column).size).toBeGreaterThan(10);
    }
    const [fine, coarser] = [columnOf(columns, 'PM2.5'), columnOf(columns, 'PM10')];
    const memory = correlate(fine.subarray(60), fine.subarray(0, -60));
    expect(memory).toBeGreaterThan(0.8);
    expect(memory).toBeLessThan(0.98);
    const above = fine.filter((value, index) => (coarser[index] ?? 0) > value).length;
    expect(above / fine.length).toBeGreaterThan(0.95);
  });
});

describe.each(demoCities)('a year of hours in $names.en', (facts) => {
  const city = createCity(facts);
  const roadside = facts.sites.find(({ type, road }) => type === 'AMBIENT' && road >= 0.7);
  if (!roadside) throw new Error('no site at a road');
  const hours = city.hourMeans(roadside, ...year);
  const course = (code: ChannelCode, weekend = false) =>
    dayCourse(facts, columnOf(hours, code), year[0], weekend);

  it('has most nitrogen dioxide in rush hours of working days', () => {
    const [work, weekend] = [course('NO2'), course('NO2', true)];
    expect([7, 8, 9, 17, 18, 19, 20]).toContain(highest(work));
    expect(work[8]).toBeGreaterThan(1.3 * (work[3] ?? 0));
    expect(work[18]).toBeGreaterThan(1.3 * (work[13] ?? 0));
    expect(work[8]).toBeGreaterThan(1.5 * (weekend[8] ?? 0));
    expect(correlate(columnOf(hours, 'NO2'), columnOf(hours, 'CO'))).toBeGreaterThan(0.7);
  });

  it('has most ozone in the afternoon, where there is little nitrogen dioxide', () => {
    expect(highest(course('O3'))).toBeGreaterThanOrEqual(12);
    expect(highest(course('O3'))).toBeLessThanOrEqual(17);
    expect(correlate(columnOf(hours, 'O3'), columnOf(hours, 'NO2'))).toBeLessThan(-0.3);
  });

  it('has warm afternoons, dry air when it is warm, and warm summers', () => {
    expect(highest(course('TEM'))).toBeGreaterThanOrEqual(13);
    expect(highest(course('TEM'))).toBeLessThanOrEqual(18);
    expect(highest(course('RH'))).toBeLessThanOrEqual(8);
    const temperature = columnOf(hours, 'TEM');
    expect(mean(temperature.subarray(30 * 24, 60 * 24))).toBeGreaterThan(
      mean(temperature.subarray(220 * 24, 250 * 24)) + 8,
    );
  });

  it('has dust episodes that reach all sites at once, coarse rather than fine', () => {
    const [coarser, fine] = [columnOf(hours, 'PM10'), columnOf(hours, 'PM2.5')];
    const worst = coarser.indexOf(coarser.reduce((most, value) => Math.max(most, value)));
    const at = year[0] + worst * HOUR_MS;
    expect((fine[worst] ?? 0) / (coarser[worst] ?? 0)).toBeLessThan(0.45);
    const others = facts.sites.filter(({ works }) => works === 0).slice(1, 6);
    for (const site of others) {
      const usual = mean(columnOf(city.hourMeans(site, at - 40 * DAY_MS, at - 10 * DAY_MS), 'PM10'));
      expect(columnOf(city.hourMeans(site, at, at + HOUR_MS), 'PM10')[0]).toBeGreaterThan(1.5 * usual);
    }
  });
});

describe('a site near others', () => {
  it('receives the dust of construction with the wind', () => {
    const facts = cityOf('LY');
    const source = { ...siteOf(facts, 'LYD01'), code: 'S', works: 1, longitude: 4.83, latitude: 45.75 };
    const receiver = { ...siteOf(facts, 'LYD02'), code: 'R', works: 0, longitude: 4.83, latitude: 45.72 };
    const measure = (sites: SimulatedSite[]) => createCity({ ...facts, sites }).hourMeans(receiver, ...month);
    const [alone, beside] = [measure([receiver]), measure([source, receiver])];
    const added = (from: number) => {
      const gains: number[] = [];
      columnOf(alone, 'WD').forEach((direction, index) => {
        const apart = Math.abs(((direction - from + 540) % 360) - 180);
        const gain = (columnOf(beside, 'PM10')[index] ?? 0) - (columnOf(alone, 'PM10')[index] ?? 0);
        if (apart < 25) gains.push(gain);
      });
      return mean(gains);
    };
    expect(added(0)).toBeGreaterThan(3);
    expect(Math.abs(added(180))).toBeLessThan(0.3);
  });

  it('measures droplets as dust only with an optical gauge', () => {
    const facts = cityOf('MC');
    const reference = siteOf(facts, 'MCA04');
    const optical: SimulatedSite = { ...reference, type: 'MICRO' };
    const [true_, shown] = [createCity(facts), createCity(facts)].map((city, index) =>
      city.minuteValues(index === 0 ? reference : optical, ...month),
    );
    if (!true_ || !shown) throw new Error('two cities');
    const ratio = (humid: boolean) => {
      const pick = (columns: Columns) =>
        columnOf(columns, 'PM2.5').filter((_, index) => (columnOf(true_, 'RH')[index] ?? 0) > 90 === humid);
      return mean(pick(shown)) / mean(pick(true_));
    };
    expect(ratio(true)).toBeGreaterThan(1.15);
    expect(ratio(false)).toBeLessThan(1.06);
  });
});

describe('the model', () => {
  const facts = cityOf('BJ');
  const site = siteOf(facts, 'BJM03');
  const digest = (given: CityFacts) => {
    const columns = Object.values(createCity(given).minuteValues(site, month[0], month[0] + DAY_MS));
    const hash = createHash('sha256');
    for (const column of columns) hash.update(Buffer.from(column.buffer));
    return hash.digest('hex');
  };

  it('gives the same values for the same seed, and others for another', () => {
    expect(digest(facts)).toBe(digest(facts));
    expect(digest({ ...facts, seed: 7 })).not.toBe(digest(facts));
  });

  it('gives the same values for single moments in any order as for a range', () => {
    const [from, to] = [month[1] - 3 * HOUR_MS, month[1]];
    const whole = createCity(facts).minuteValues(site, from, to);
    const single = createCity(facts);
    for (const minute of [179, 0, 61, 10, 9]) {
      for (const [code, value] of Object.entries(single.valuesAt(site, from + minute * MINUTE_MS))) {
        // Both have the codes of the same device.
        expect(columnOf(whole, code as ChannelCode)[minute]).toBe(Math.fround(value));
      }
    }
    expect(columnOf(single.minuteValues(site, from + HOUR_MS, to), 'O3')).toEqual(
      columnOf(whole, 'O3').subarray(60),
    );
    expect(columnOf(single.minuteValues(site, to, from), 'O3')).toHaveLength(0);
  });

  it('has hours that agree with their minutes', () => {
    const city = createCity(facts);
    const minutes = columnOf(city.minuteValues(site, month[0], month[0] + DAY_MS), 'PM10');
    const hours = columnOf(city.hourMeans(site, month[0], month[0] + DAY_MS), 'PM10');
    hours.forEach((value, index) => {
      const exact = mean(minutes.subarray(index * 60, index * 60 + 60));
      expect(Math.abs(value - exact)).toBeLessThan(2 + 0.05 * exact);
    });
  });
});
