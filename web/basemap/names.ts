import { africa } from './names/africa.ts';
import { americas } from './names/americas.ts';
import { asia } from './names/asia.ts';
import { china } from './names/china.ts';
import { europe } from './names/europe.ts';

export interface KnownCity {
  /** The spelling of the gazetteer. */
  name: string;
  zh: string;
  fr: string;
  en: string;
  /** 1 is visible at the lowest zoom. */
  rank: 1 | 2 | 3 | 4;
}

const ranks = { '**': 1, '*': 2, '': 3, '-': 4 } as const;

/** Cities with names in three languages, by country or division and name: `CN.01 Hefei`. */
export function readKnownCities(): Map<string, KnownCity> {
  const cities = new Map<string, KnownCity>();
  for (const line of [china, asia, europe, africa, americas].join('').split('\n')) {
    const [, where, list = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    if (where === undefined) continue;
    for (const entry of list.split(', ')) {
      const city = readCity(entry);
      cities.set(`${where} ${city.name}`, city);
    }
  }
  return cities;
}

function readCity(entry: string): KnownCity {
  const [, stars = '', rest = ''] = /^([*-]*)(.*)$/.exec(entry) ?? [];
  const [name = '', zh = name, fr = name, en = name] = rest.split('=');
  if (!(stars in ranks)) throw new Error(`Not a city: ${entry}`);
  // Checked above.
  return { name, zh, fr, en, rank: ranks[stars as keyof typeof ranks] };
}
