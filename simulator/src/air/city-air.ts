import { HOUR_MS } from '../durations.ts';
import { readLocalTime, toWallClock } from '../local-time.ts';
import { deriveSeed, smoothNoise } from '../random.ts';
import { findTraffic } from './activity.ts';
import { findSeason } from './climate.ts';
import { makeDust } from './dust-episode.ts';
import { type CityLocation, makeWeather, type Weather } from './weather.ts';

/** The air that all sites of a city share at a moment. */
export interface CityAir extends Weather {
  windSpeed: number;
  /** About 1 on a usual day: how long the air retains emissions. */
  stagnation: number;
  traffic: number;
  /** µg/m³ away from roads and works. */
  fine: number;
  coarse: number;
  dust: number;
  sulphur: number;
  ozone: number;
}

export function makeCityAir(place: CityLocation & { zone: string }): (time: number) => CityAir {
  const { seed, region = seed, climate, zone } = place;
  const findWeather = makeWeather(place);
  const findDust = makeDust(seed, climate);
  const of = (name: string) => deriveSeed(seed, name);
  const seeds = {
    haze: deriveSeed(region, 'haze'),
    drift: of('drift'),
    gust: of('gust'),
    coarse: of('coarse'),
    sulphur: of('sulphur'),
    ozone: of('ozone'),
  };
  return (time) => {
    const weather = findWeather(time);
    const local = readLocalTime(toWallClock(time, zone));
    const season = findSeason(local.dayOfYear);
    const windSpeed = Math.hypot(weather.east, weather.north);
    const stagnation = 1.5 / (0.45 + 0.9 * weather.sun + 0.28 * windSpeed);
    const washed = 1 - 0.45 * weather.rain;
    // Haze builds up over days and drifts over hours; heating adds to it in winter.
    const haze =
      0.42 * smoothNoise(seeds.haze, time, 58 * HOUR_MS) +
      0.2 * smoothNoise(seeds.drift, time, 7 * HOUR_MS) +
      0.1 * smoothNoise(seeds.gust, time, 1.6 * HOUR_MS);
    const warmth = Math.min(Math.max((weather.temperature + 5) / 30, 0), 1.3);
    return {
      ...weather,
      windSpeed,
      stagnation,
      traffic: findTraffic(local),
      fine: climate.fine * (1 - 0.22 * season) * Math.exp(haze) * stagnation ** 0.4 * washed,
      coarse:
        climate.coarse *
        Math.exp(0.35 * smoothNoise(seeds.coarse, time, 20 * HOUR_MS)) *
        (0.7 + 0.012 * windSpeed * windSpeed * windSpeed + 0.5 * findTraffic(local)) *
        (1 - 0.7 * weather.rain),
      dust: findDust(time) * (1 - 0.4 * weather.rain),
      sulphur:
        climate.sulphur *
        (1 - 0.3 * season) *
        Math.exp(0.4 * smoothNoise(seeds.sulphur, time, 15 * HOUR_MS)) *
        stagnation ** 0.3,
      // Still air loses ozone to the ground.
      ozone:
        (46 + 10 * season + 9 * smoothNoise(seeds.ozone, time, 30 * HOUR_MS)) / Math.sqrt(stagnation) +
        climate.ozone * weather.earlierSun * (0.25 + warmth),
    };
  };
}
