import { beijing } from '../demo/beijing.ts';
import type { ReferenceCity, ReferenceStation } from './reference-city.ts';

/** A station in one line: name, place, then traffic and chimneys. */
type StationEntry = [name: string, longitude: number, latitude: number, road: number, industry?: number];

const entries: readonly StationEntry[] = [
  ['东南产业园', 116.536, 39.789, 0.3, 0.1],
  ['荣华东路', 116.515, 39.8, 0.3],
  ['望京', 116.468, 39.998, 0.3],
  ['东单', 116.412, 39.911, 0.6],
  ['运河公园', 116.617, 39.918, 0.2],
];

const stations = entries.map(
  ([name, longitude, latitude, road, industry = 0], index): ReferenceStation => ({
    code: `SIM-P-BJ-${index + 1}`,
    name: `${name}（模拟省控）`,
    type: 'AMBIENT',
    longitude,
    latitude,
    road,
    works: 0,
    industry,
  }),
);

/** Simulated provincial stations beside sites of the demo. They publish through a reference source, not by themselves. */
export const demoProvincial: ReferenceCity = {
  ...beijing,
  name: '北京（模拟）',
  province: '北京市',
  stations,
};
