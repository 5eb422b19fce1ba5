import { MINUTE_MS } from '../durations.ts';
import { readLocalTime, toWallClock } from '../local-time.ts';
import { deriveSeed, smoothNoise } from '../random.ts';
import type { SimulatedSite } from '../site.ts';
import { findConstruction } from './activity.ts';
import type { CityAir } from './city-air.ts';

/** Pollution from other sites, in µg/m³. */
export interface Plume {
  /** Coarse dust of building sites. */
  grit: number;
  /** Fine particles and sulphur dioxide of chimneys. */
  smoke: number;
}

interface Source {
  seed: number;
  works: number;
  industry: number;
  /** Kilometres from the source to the receiver, to the east and to the north. */
  east: number;
  north: number;
}

const reach = 15;
/** One metre per second in kilometres per millisecond. */
const pace = 1e-6;

/** Dust and smoke of other sites at this one, delayed by the distance. */
export function makePlumes(
  receiver: SimulatedSite,
  sites: readonly SimulatedSite[],
  seed: number,
  zone: string,
): (time: number, air: CityAir) => Plume {
  const sources = sites.flatMap((site) => locateSource(site, receiver, seed));
  return (time, air) => {
    const plume = { grit: 0, smoke: 0 };
    const speed = Math.max(air.windSpeed, 0.4);
    for (const { east, north, works, industry, seed: sourceSeed } of sources) {
      const along = (east * air.east + north * air.north) / speed;
      if (along <= 0) continue;
      const across = (east * air.north - north * air.east) / speed;
      const width = 0.35 + 0.2 * along;
      const share = Math.exp(-0.5 * (across / width) ** 2) / (width * (1 + speed));
      if (share < 0.01) continue;
      const left = time - along / (speed * pace);
      if (works > 0) plume.grit += 110 * share * works * emitGrit(sourceSeed, left, zone);
      if (industry > 0) plume.smoke += 22 * share * industry * emitSmoke(sourceSeed, left);
    }
    return plume;
  };
}

function locateSource(site: SimulatedSite, receiver: SimulatedSite, seed: number): Source[] {
  const { works, industry } = site;
  const east = (receiver.longitude - site.longitude) * 111.3 * Math.cos((site.latitude * Math.PI) / 180);
  const north = (receiver.latitude - site.latitude) * 111.1;
  const distance = Math.hypot(east, north);
  if (works + industry === 0 || distance === 0 || distance > reach) return [];
  return [{ seed: deriveSeed(seed, site.code), works, industry, east, north }];
}

/** The dust that a construction site emits, as a share of its usual maximum. */
export function emitGrit(seed: number, time: number, zone: string): number {
  const works = findConstruction(readLocalTime(toWallClock(time, zone)));
  return works < 0.01 ? 0 : works * Math.exp(0.6 * smoothNoise(seed, time, 70 * MINUTE_MS));
}

/** The smoke of a chimney, which varies but never stops. */
export function emitSmoke(seed: number, time: number): number {
  return Math.exp(0.5 * smoothNoise(seed + 1, time, 300 * MINUTE_MS));
}
