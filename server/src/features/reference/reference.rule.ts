import { computeIndex } from '@limpid/aqi/compute-index';
import { findChineseStandard, standards } from '@limpid/aqi/standards';
import { mapPollutants } from '@limpid/contract/map/news';

export type Pollutant = (typeof mapPollutants)[number];
export type Amounts = Readonly<Record<Pollutant, number | null>>;

/** How publications call what they do not know. */
const blank = /^(?:[-‐‑–—_/]+;?|n\/?a|nan|null|none|无|暂无|缺测)?$/i;

export function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined || blank.test(String(cell).normalize('NFKC').trim());
}

const plainNumber = /^\d{1,9}(?:\.\d{1,9})?$/;

/** A number as it was published; what is below the limit of detection (`<3`) counts as half of it. */
export function readAmount(cell: unknown): unknown {
  // Most cells: files of a day have 300,000 of them.
  if (typeof cell === 'string' && plainNumber.test(cell)) return cell;
  if (isBlank(cell)) return null;
  const [, limit] = /^[<＜≤]\s*(\d+(?:\.\d+)?)$/.exec(String(cell).trim()) ?? [];
  return limit === undefined ? cell : Number(limit) / 2;
}

/** The words of publications, the longer ones first: coarse dust is a part of the fine one's name. */
const published: [word: string, pollutant: Pollutant][] = [
  ['pm2.5', 'PM2.5'],
  ['pm2_5', 'PM2.5'],
  ['细颗粒物', 'PM2.5'],
  ['pm10', 'PM10'],
  ['颗粒物', 'PM10'],
  ['so2', 'SO2'],
  ['二氧化硫', 'SO2'],
  ['no2', 'NO2'],
  ['二氧化氮', 'NO2'],
  ['o3', 'O3'],
  ['臭氧', 'O3'],
  ['co', 'CO'],
  ['一氧化碳', 'CO'],
];

/** The codes of what a cell names as primary, joined by commas; undefined where it names something else. */
export function readPrimary(cell: unknown): string | null | undefined {
  if (isBlank(cell)) return null;
  const parts = String(cell)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[,、;+]|\s(?=\S)/)
    .map((part) => part.trim())
    .filter((part) => !blank.test(part));
  const found = parts.map((part) => published.find(([word]) => part.includes(word))?.[1]);
  if (found.includes(undefined)) return undefined;
  return joinPollutants(mapPollutants.filter((pollutant) => found.includes(pollutant)));
}

function joinPollutants(pollutants: readonly string[]): string | null {
  return pollutants.length > 0 ? pollutants.join(',') : null;
}

export interface Judgement {
  aqi: number | null;
  level: string | null;
  primaryPollutant: string | null;
}

/** What a publication says of the air, and where it is silent, what follows from its own numbers: never more than that. */
export function judgeHour(date: string, amounts: Amounts, given: Judgement): Judgement {
  const standard = findChineseStandard(date);
  const isComplete = given.aqi !== null && given.primaryPollutant !== null;
  const own = isComplete ? undefined : computeIndex({ standard, mode: 'hourly', values: amounts });
  const aqi = given.aqi ?? (typeof own?.published === 'number' ? own.published : null);
  const level = standards[standard].levels.find(({ max }) => aqi !== null && (max === null || aqi <= max));
  return {
    aqi,
    level: given.level ?? (level ? String(level.level) : null),
    // Of another index than ours it is not known what it was made of.
    primaryPollutant: given.primaryPollutant ?? (own && aqi === own.aqi ? joinPollutants(own.primary) : null),
  };
}
