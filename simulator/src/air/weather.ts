import { HOUR_MS } from '../durations.ts';
import { readLocalTime } from '../local-time.ts';
import { deriveSeed, smoothNoise } from '../random.ts';
import { type Climate, findHumidity, findSeason, findSun } from './climate.ts';

export interface Weather {
  temperature: number;
  humidity: number;
  pressure: number;
  /** The wind vector in m/s, to the east and to the north. */
  east: number;
  north: number;
  /** From 0 to 1: sunlight now and about two hours ago, and rain. */
  sun: number;
  earlierSun: number;
  rain: number;
}

export interface CityLocation {
  seed: number;
  /** Seeds what neighbouring cities share: fronts, clouds, winds and haze. By default `seed`. */
  region?: number;
  climate: Climate;
  longitude: number;
  latitude: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The weather over a city at any moment. */
export function makeWeather(location: CityLocation): (time: number) => Weather {
  const { seed, region = seed, climate, longitude, latitude } = location;
  const of = (name: string) => deriveSeed(seed, name);
  const seeds = {
    front: deriveSeed(region, 'front'),
    pressure: deriveSeed(region, 'pressure'),
    cloud: deriveSeed(region, 'cloud'),
    moisture: of('moisture'),
    east: deriveSeed(region, 'east'),
    north: deriveSeed(region, 'north'),
    breeze: of('breeze'),
  };
  const towards = ((climate.wind.from + 180) * Math.PI) / 180;
  return (time) => {
    // Solar time depends on the longitude, not on the zone.
    const { hour: solarHour, dayOfYear } = readLocalTime(time + (longitude / 15) * HOUR_MS);
    const season = findSeason(dayOfYear);
    const front = smoothNoise(seeds.front, time, 62 * HOUR_MS);
    const low = smoothNoise(seeds.pressure, time, 70 * HOUR_MS);
    const cloud = clamp(0.45 - 0.25 * low + 0.35 * smoothNoise(seeds.cloud, time, 11 * HOUR_MS), 0, 1);
    const rain = clamp((cloud - 0.82) * 6, 0, 1);
    const light = 1 - 0.75 * cloud;
    const sun = findSun(dayOfYear, solarHour, latitude) * light;
    const swing = climate.temperature.day * (1 - 0.6 * cloud) * Math.cos(((solarHour - 15) / 12) * Math.PI);
    const temperature =
      climate.temperature.mean + climate.temperature.season * season + 3.2 * front + swing - 1.5 * rain;
    const dewPoint =
      climate.dewPoint.mean +
      climate.dewPoint.season * season +
      3 * front +
      2.6 * smoothNoise(seeds.moisture, time, 26 * HOUR_MS) +
      2 * rain;
    // Nights are calm; the sun causes wind.
    const stir =
      0.65 + 0.7 * sun + 0.25 * Math.max(-low, 0) + 0.15 * smoothNoise(seeds.breeze, time, 3 * HOUR_MS);
    const { speed } = climate.wind;
    const spread = 0.9 * speed;
    return {
      temperature,
      humidity: Math.max(findHumidity(temperature, dewPoint), 8),
      pressure:
        climate.pressure + 0.75 * low - 0.4 * season - 0.08 * Math.cos(((solarHour - 4) / 6) * Math.PI),
      east: stir * (speed * Math.sin(towards) + spread * smoothNoise(seeds.east, time, 19 * HOUR_MS)),
      north: stir * (speed * Math.cos(towards) + spread * smoothNoise(seeds.north, time, 19 * HOUR_MS)),
      sun,
      earlierSun: findSun(dayOfYear, solarHour - 2.2, latitude) * light,
      rain,
    };
  };
}
