import type { Climate } from '../air/climate.ts';
import { beijing } from '../demo/beijing.ts';
import { lyon } from '../demo/lyon.ts';
import { manchester } from '../demo/manchester.ts';
import { makeReferenceCity, type ReferenceCity } from './reference-city.ts';

/** A city in the region of another: it shares the weather that comes from far away, and has its own air. */
function makeNeighbour(
  region: { seed: number; zone: string; climate: Climate },
  seed: number,
  [longitude, latitude]: [number, number],
  climate: Partial<Climate>,
) {
  const { zone } = region;
  return {
    seed,
    region: region.seed,
    zone,
    longitude,
    latitude,
    climate: { ...region.climate, ...climate },
    sites: [],
  };
}

const hebei = '河北省';
const zh = { language: 'zh', size: 1 } as const;
const fr = { language: 'fr', size: 0.5, province: 'Auvergne-Rhône-Alpes' } as const;
const en = { language: 'en', size: 0.5, province: 'England' } as const;

/** Simulated official stations in and around the cities of the demo. New cities are added at the end only. */
export const demoReferences: readonly ReferenceCity[] = [
  makeReferenceCity({ ...zh, code: 'BJ', name: '北京', province: '北京市', count: 8, facts: beijing }),
  makeReferenceCity({
    ...zh,
    code: 'TJ',
    name: '天津',
    province: '天津市',
    count: 7,
    facts: makeNeighbour(beijing, 1201, [117.2, 39.13], { fine: 38, coarse: 28, sulphur: 7 }),
  }),
  makeReferenceCity({
    ...zh,
    code: 'SJZ',
    name: '石家庄',
    province: hebei,
    count: 7,
    facts: makeNeighbour(beijing, 1301, [114.51, 38.04], { fine: 50, coarse: 38, sulphur: 8 }),
  }),
  makeReferenceCity({
    ...zh,
    code: 'BD',
    name: '保定',
    province: hebei,
    count: 6,
    facts: makeNeighbour(beijing, 1306, [115.47, 38.87], { fine: 46, coarse: 34 }),
  }),
  makeReferenceCity({
    ...zh,
    code: 'TS',
    name: '唐山',
    province: hebei,
    count: 7,
    facts: makeNeighbour(beijing, 1302, [118.18, 39.63], { fine: 44, coarse: 40, sulphur: 14 }),
  }),
  makeReferenceCity({
    ...zh,
    code: 'ZJK',
    name: '张家口',
    province: hebei,
    count: 4,
    facts: makeNeighbour(beijing, 1307, [114.88, 40.82], { fine: 17, coarse: 26, pressure: 93 }),
  }),
  makeReferenceCity({
    ...zh,
    code: 'JN',
    name: '济南',
    province: '山东省',
    count: 6,
    facts: makeNeighbour(beijing, 3701, [117.0, 36.66], { fine: 40, coarse: 33, ozone: 130 }),
  }),
  makeReferenceCity({ ...fr, code: 'LY', name: 'Lyon', count: 6, facts: lyon }),
  makeReferenceCity({
    ...fr,
    code: 'GR',
    name: 'Grenoble',
    count: 5,
    facts: makeNeighbour(lyon, 3801, [5.72, 45.18], { fine: 15, wind: { speed: 1.4, from: 340 } }),
  }),
  makeReferenceCity({
    ...fr,
    code: 'SE',
    name: 'Saint-Étienne',
    count: 4,
    facts: makeNeighbour(lyon, 4201, [4.39, 45.44], { fine: 10, coarse: 8 }),
  }),
  makeReferenceCity({ ...en, code: 'MC', name: 'Manchester', count: 5, facts: manchester }),
  makeReferenceCity({
    ...en,
    code: 'LE',
    name: 'Leeds',
    count: 4,
    facts: makeNeighbour(manchester, 5302, [-1.55, 53.8], { fine: 8.5 }),
  }),
  makeReferenceCity({
    ...en,
    code: 'LI',
    name: 'Liverpool',
    count: 4,
    facts: makeNeighbour(manchester, 5303, [-2.98, 53.41], { fine: 7.5, wind: { speed: 4.6, from: 250 } }),
  }),
];
