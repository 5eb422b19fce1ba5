import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { deriveSeed } from '../random.ts';
import type { SimulatedSite } from '../site.ts';
import type { ChannelValues, Columns } from './channels.ts';
import { type CityAir, makeCityAir } from './city-air.ts';
import { blendAir, disturbAir, type Gauge, makeGauges, readGauge } from './instrument.ts';
import { averageColumns } from './means.ts';
import { makeSiteAir, type SiteAir } from './site-air.ts';
import type { CityLocation } from './weather.ts';

export interface CityFacts<Site extends SimulatedSite = SimulatedSite> extends CityLocation {
  /** IANA zone of its clocks. */
  zone: string;
  sites: readonly Site[];
}

/** The air of a city at any moment, past or future, determined by the facts alone. Times in epoch milliseconds. */
export interface City {
  /** The values that the device at a site shows, to the second. */
  valuesAt(site: SimulatedSite, time: number): ChannelValues;
  /** The values of `valuesAt` for every full minute in `[from, to)`. */
  minuteValues(site: SimulatedSite, from: number, to: number): Columns;
  /** Means of the full hours in `[from, to)`, each from twelve moments. */
  hourMeans(site: SimulatedSite, from: number, to: number): Columns;
}

const samples = 12;
const knotMs = 10 * MINUTE_MS;
const knotsADay = 144;
const maxDays = 70;

interface SiteModel {
  site: SimulatedSite;
  seed: number;
  gauges: Gauge[];
  findAir(time: number, city: CityAir): SiteAir;
}

export function createCity(facts: CityFacts): City {
  const { seed, zone, sites } = facts;
  const findCityAir = cacheKnots(makeCityAir(facts));
  const models = new Map<string, SiteModel>();

  function findModel(site: SimulatedSite): SiteModel {
    let spot = models.get(site.code);
    if (!spot) {
      const siteSeed = deriveSeed(seed, site.code);
      const findAir = makeSiteAir({ site, sites, seed, zone });
      spot = { site, seed: siteSeed, gauges: makeGauges(site.type, siteSeed), findAir };
      models.set(site.code, spot);
    }
    return spot;
  }
  const airAt = (spot: SiteModel, knot: number) => spot.findAir(knot * knotMs, findCityAir(knot));

  return {
    valuesAt(site, time) {
      const spot = findModel(site);
      const knot = Math.floor(time / knotMs);
      const [from, to] = [airAt(spot, knot), airAt(spot, knot + 1)];
      const air = { ...from };
      const second = Math.floor(time / 1000);
      computeAir(spot, air, from, to, second);
      return Object.fromEntries(spot.gauges.map((gauge) => [gauge.code, readGauge(gauge, air, second)]));
    },
    minuteValues: (site, from, to) => {
      const spot = findModel(site);
      return sampleAir(spot, (knot) => airAt(spot, knot), {
        from: roundUp(from, MINUTE_MS),
        to,
        step: MINUTE_MS,
      });
    },
    hourMeans(site, from, to) {
      const spot = findModel(site);
      const range = { from: roundUp(from, HOUR_MS), to: roundUp(to, HOUR_MS), step: HOUR_MS / samples };
      return averageColumns(
        sampleAir(spot, (knot) => airAt(spot, knot), range),
        samples,
      );
    },
  };
}

function roundUp(time: number, unit: number): number {
  return Math.ceil(time / unit) * unit;
}

interface Range {
  from: number;
  to: number;
  step: number;
}

/** Each knot is computed once; moments in between are interpolated and get noise. */
function sampleAir(spot: SiteModel, airAt: (knot: number) => SiteAir, { from, to, step }: Range): Columns {
  const count = Math.max(Math.ceil((to - from) / step), 0);
  const columns = spot.gauges.map((gauge) => ({ gauge, column: new Float32Array(count) }));
  let knot = Math.floor(from / knotMs);
  let before = airAt(knot);
  let after = airAt(knot + 1);
  const air = { ...before };
  for (let index = 0; index < count; index++) {
    const second = (from + index * step) / 1000;
    const here = Math.floor((second * 1000) / knotMs);
    if (here !== knot) {
      before = here === knot + 1 ? after : airAt(here);
      after = airAt(here + 1);
      knot = here;
    }
    computeAir(spot, air, before, after, second);
    for (const { gauge, column } of columns) column[index] = readGauge(gauge, air, second);
  }
  return Object.fromEntries(columns.map(({ gauge, column }) => [gauge.code, column]));
}

function computeAir(
  { site, seed }: SiteModel,
  air: SiteAir,
  from: SiteAir,
  to: SiteAir,
  second: number,
): void {
  blendAir(air, from, to, ((second * 1000) % knotMs) / knotMs);
  disturbAir(air, site.type, seed, second);
}

/** Caches the air of the city, because all its sites need the same moments. */
function cacheKnots(find: (time: number) => CityAir): (knot: number) => CityAir {
  const days = new Map<number, CityAir[]>();
  return (knot) => {
    const number = Math.floor(knot / knotsADay);
    let day = days.get(number);
    if (!day) {
      if (days.size >= maxDays) days.clear();
      day = [];
      days.set(number, day);
    }
    const place = knot - number * knotsADay;
    return (day[place] ??= find(knot * knotMs));
  };
}
