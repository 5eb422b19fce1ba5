import { MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit, smoothNoise } from '../random.ts';
import type { SimulatedSite } from '../site.ts';
import type { CityAir } from './city-air.ts';
import { emitGrit, emitSmoke, makePlumes } from './plumes.ts';

/** The air at a site. */
export interface SiteAir {
  fine: number;
  coarse: number;
  /** Particles larger than PM10. */
  gravel: number;
  sulphur: number;
  nitrogenDioxide: number;
  nitrogenOxide: number;
  carbonMonoxide: number;
  ozone: number;
  organics: number;
  sound: number;
  temperature: number;
  humidity: number;
  pressure: number;
  east: number;
  north: number;
}

export interface SiteAirOptions {
  site: SimulatedSite;
  sites: readonly SimulatedSite[];
  seed: number;
  zone: string;
}

export function makeSiteAir(options: SiteAirOptions): (time: number, city: CityAir) => SiteAir {
  const { site, sites, seed, zone } = options;
  const siteSeed = deriveSeed(seed, site.code);
  const [near, quick, lane] = [
    deriveSeed(siteSeed, 'near'),
    deriveSeed(siteSeed, 'quick'),
    deriveSeed(siteSeed, 'lane'),
  ];
  // Sites with the same facts still differ.
  const bias = 0.9 + 0.2 * randomUnit(siteSeed, 0);
  const warmth = 0.8 * site.road - 0.4 + 0.5 * randomUnit(siteSeed, 1);
  const findPlume = makePlumes(site, sites, seed, zone);
  return (time, city) => {
    const plume = findPlume(time, city);
    const patch =
      bias *
      Math.exp(
        0.1 * smoothNoise(near, time, 150 * MINUTE_MS) + 0.05 * smoothNoise(quick, time, 23 * MINUTE_MS),
      );
    const cars =
      site.road * city.traffic * city.stagnation * Math.exp(0.18 * smoothNoise(lane, time, 45 * MINUTE_MS));
    const grit =
      site.works > 0 ? 75 * site.works * emitGrit(siteSeed, time, zone) * (1 - 0.7 * city.rain) : 0;
    const smoke = site.industry > 0 ? 9 * site.industry * emitSmoke(siteSeed, time) : 0;
    const coarse = city.coarse * patch + 11 * cars + 0.88 * city.dust + grit + plume.grit;
    return {
      fine: city.fine * patch + 6 * cars + 0.12 * city.dust + 0.04 * grit + 0.5 * (smoke + plume.smoke),
      coarse,
      gravel: 0.55 * coarse + 0.9 * grit,
      sulphur: city.sulphur * patch + 0.8 * (smoke + plume.smoke),
      ...findGases(cars, city, patch),
      sound: findSound(site, city.traffic, grit) + 1.2 * smoothNoise(lane, time, 17 * MINUTE_MS),
      temperature: city.temperature + warmth,
      humidity: city.humidity - 1.5 * warmth,
      pressure: city.pressure,
      east: city.east * (1 - 0.35 * site.road),
      north: city.north * (1 - 0.35 * site.road),
    };
  };
}

/** Exhaust and ozone: fresh nitric oxide consumes ozone and becomes nitrogen dioxide, which sunlight splits again. */
function findGases(cars: number, city: CityAir, patch: number) {
  const oxides = 9 * patch * city.stagnation + 105 * cars;
  const dioxideShare = (0.42 + 0.3 * Math.exp(-oxides / 90)) * (1 - 0.45 * city.sun);
  const nitrogenDioxide = oxides * dioxideShare;
  const ozone = Math.max(city.ozone - 0.65 * nitrogenDioxide, 0);
  return {
    nitrogenDioxide,
    nitrogenOxide: (oxides - nitrogenDioxide) / 1.53,
    ozone: ozone + 3 * Math.exp(-ozone / 6),
    carbonMonoxide: 0.22 + 0.9 * cars + 0.006 * city.fine,
    organics: 0.05 + 0.16 * cars + 0.004 * Math.max(city.temperature, 0) * patch,
  };
}

function findSound({ road, works }: SimulatedSite, traffic: number, grit: number): number {
  const power = 10 ** 4.2 + road * traffic * 10 ** 6.6 + works * Math.min(grit, 60) * 10 ** 5.1;
  return 10 * Math.log10(power);
}
