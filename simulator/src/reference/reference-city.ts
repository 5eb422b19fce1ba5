import type { CityFacts } from '../air/city.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { SimulatedSite } from '../site.ts';

export interface ReferenceStation extends SimulatedSite {
  name: string;
}

/** A city with simulated official stations. Its own sites are sources of dust and smoke. */
export interface ReferenceCity extends CityFacts {
  name: string;
  province: string;
  stations: readonly ReferenceStation[];
}

/** The language in which a city and its stations are named. */
export type CityLanguage = 'zh' | 'en' | 'fr';

/** A kind of place: its names, kilometres to the east and to the north, then traffic and chimneys. */
interface Quarter {
  names: Record<CityLanguage, string>;
  east: number;
  north: number;
  road: number;
  industry?: number;
}

/** In the order in which cities get their stations. */
const quarters: readonly Quarter[] = [
  { names: { zh: '市中心', en: 'centre', fr: 'centre' }, east: 0, north: 0, road: 0.6 },
  { names: { zh: '城北', en: 'north', fr: 'nord' }, east: 1, north: 8, road: 0.4 },
  { names: { zh: '城南', en: 'south', fr: 'sud' }, east: -2, north: -8, road: 0.5 },
  { names: { zh: '公园', en: 'park', fr: 'parc' }, east: 3, north: 3, road: 0.1 },
  { names: { zh: '城东', en: 'east', fr: 'est' }, east: 9, north: -1, road: 0.4 },
  { names: { zh: '环路', en: 'ring road', fr: 'rocade' }, east: -5, north: 4, road: 0.9 },
  {
    names: { zh: '工业区', en: 'industrial area', fr: 'zone industrielle' },
    east: 7,
    north: -6,
    road: 0.4,
    industry: 0.7,
  },
  { names: { zh: '城西', en: 'west', fr: 'ouest' }, east: -9, north: 1, road: 0.3 },
];

const kmPerDegree = 111.2;

/** How far a station is moved from its quarter at most, in kilometres, so that cities differ. */
const scatter = 1.5;

interface StationPlan {
  /** Letters that the codes of its stations contain. */
  code: string;
  name: string;
  province: string;
  language: CityLanguage;
  count: number;
  /** The size of the city; 1 for the distances of `quarters`. */
  size: number;
  facts: CityFacts;
}

/** Creates a city with stations in its first quarters. Names say that the stations are simulated. */
export function makeReferenceCity(plan: StationPlan): ReferenceCity {
  const { code, name, province, language, count, size, facts } = plan;
  const { longitude, latitude } = facts;
  const width = kmPerDegree * Math.cos((latitude * Math.PI) / 180);
  const stations = quarters
    .slice(0, count)
    .map(({ names, east, north, road, industry = 0 }, n): ReferenceStation => {
      const own = `SIM-${code}-${n + 1}`;
      const move = (axis: number) => scatter * (2 * randomUnit(deriveSeed(facts.seed, own), axis) - 1);
      return {
        code: own,
        name: mark(`${name}${language === 'zh' ? '' : ' '}${names[language]}`, language),
        type: 'AMBIENT',
        longitude: round(longitude + (size * (east + move(0))) / width),
        latitude: round(latitude + (size * (north + move(1))) / kmPerDegree),
        road,
        works: 0,
        industry,
      };
    });
  return { ...facts, name: mark(name, language), province, stations };
}

function mark(name: string, language: CityLanguage): string {
  return { zh: `${name}（模拟）`, en: `${name} (simulated)`, fr: `${name} (simulé)` }[language];
}

function round(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
