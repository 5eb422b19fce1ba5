import type { Version } from '@limpid/hj212/packet';
import type { CityFacts } from '../air/city.ts';
import type { DeviceType, SimulatedSite } from '../site.ts';

export interface DemoEntity {
  code: string;
  names: { zh: string; en: string; fr: string };
  longitude: number;
  latitude: number;
}

export interface DemoSite extends SimulatedSite {
  /** The name in the language of the city. */
  name: string;
  /** The code of its entity. */
  entity: string;
  mn: string;
  version: Version;
  /** Seconds between two reports of real-time data. */
  interval: number;
}

export interface DemoCity extends CityFacts<DemoSite> {
  code: string;
  names: { zh: string; en: string; fr: string };
  entities: readonly DemoEntity[];
}

/** A site in one line: name, kind, place, then traffic, works and chimneys in tenths. */
export type SiteEntry = [
  name: string,
  type: DeviceType,
  longitude: number,
  latitude: number,
  road: number,
  works?: number,
  industry?: number,
];

interface Numbering {
  /** Three letters that site codes begin with; a number follows. */
  prefix: string;
  entity: string;
  /** The first part of every MN: the number of the manufacturer. */
  maker: string;
}

const versions: Record<DeviceType, readonly Version[]> = {
  AMBIENT: ['2017', '2025'],
  DUST: ['2017', '2017', '2025'],
  MICRO: ['2005', '2017'],
};

/** Creates sites from their lines. Codes, MNs and versions follow from the order, so new lines are added at the end only. */
export function makeSites({ prefix, entity, maker }: Numbering, lines: readonly SiteEntry[]): DemoSite[] {
  return lines.map(([name, type, longitude, latitude, road, works = 0, industry = 0], index) => {
    const number = index + 1;
    const ofType = versions[type];
    const version = ofType[index % ofType.length] ?? '2017';
    return {
      code: `${prefix}${String(number).padStart(2, '0')}`,
      name,
      entity,
      type,
      version,
      mn: writeMn(version, maker, number),
      interval: type === 'DUST' ? 30 : 60,
      longitude,
      latitude,
      road: road / 10,
      works: works / 10,
      industry: industry / 10,
    };
  });
}

/** 14 characters in 2005, 24 hexadecimal digits since then. */
function writeMn(version: Version, maker: string, number: number): string {
  const length = version === '2005' ? 14 : 24;
  return (
    maker.slice(0, 7) +
    number
      .toString(16)
      .toUpperCase()
      .padStart(length - 7, '0')
  );
}
