import { computeIndex } from '@limpid/aqi/compute-index';
import { findChineseStandard, standards } from '@limpid/aqi/standards';
import { MINUTE_MS } from '@limpid/contract/durations';
import { mapPollutants } from '@limpid/contract/map/site-update';

export type ReferencePollutant = (typeof mapPollutants)[number];
export type Amounts = Readonly<Record<ReferencePollutant, number | null>>;

/** Clocks of those who publish are not exact. */
const clockToleranceMs = 10 * MINUTE_MS;

/** Whether an hour that ends at `releasedAt` cannot have been published yet. */
export const hasNotEnded = (releasedAt: number, now: number) => releasedAt > now + clockToleranceMs;

/** Placeholders of publications for missing values. */
const blank = /^(?:[-‐‑–—_/]+;?|n\/?a|nan|null|none|无|暂无|缺测)?$/i;

export function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined || blank.test(String(cell).normalize('NFKC').trim());
}

const plainNumber = /^\d{1,9}(?:\.\d{1,9})?$/;

/** A published number; a value below the limit of detection (`<3`) counts as half the limit. */
export function readAmount(cell: unknown): unknown {
  // Fast path: a file of one day has 300,000 such cells.
  if (typeof cell === 'string' && plainNumber.test(cell)) return cell;
  if (isBlank(cell)) return null;
  const [, limit] = /^[<＜≤]\s*(\d+(?:\.\d+)?)$/.exec(String(cell).trim()) ?? [];
  return limit === undefined ? cell : Number(limit) / 2;
}

/** Names in publications, longer ones first: 颗粒物 is part of 细颗粒物. */
const published: [word: string, pollutant: ReferencePollutant][] = [
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

/** The codes of the primary pollutants joined by commas; undefined for an unknown name. */
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

export interface PublishedIndex {
  aqi: number | null;
  level: string | null;
  primaryPollutant: string | null;
}

/** Completes the published index, level and primary pollutants from the published values. */
export function completeIndex(date: string, amounts: Amounts, given: PublishedIndex): PublishedIndex {
  const standard = findChineseStandard(date);
  const isComplete = given.aqi !== null && given.primaryPollutant !== null;
  const computed = isComplete ? undefined : computeIndex({ standard, mode: 'hourly', values: amounts });
  const aqi = given.aqi ?? (typeof computed?.published === 'number' ? computed.published : null);
  const level = standards[standard].levels.find(({ max }) => aqi !== null && (max === null || aqi <= max));
  return {
    aqi,
    level: given.level ?? (level ? String(level.level) : null),
    // If the published index differs from ours, its primary pollutants are unknown.
    primaryPollutant:
      given.primaryPollutant ?? (computed && aqi === computed.aqi ? joinPollutants(computed.primary) : null),
  };
}
