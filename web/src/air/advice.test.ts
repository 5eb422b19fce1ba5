import { readFileSync } from 'node:fs';
import { standards } from '@limpid/aqi/standards';
import type { StandardName } from '@limpid/aqi/standards/standard';
import { languages } from '@limpid/contract/language';
import { type MapIndex, mapIndices } from '@limpid/contract/map/site-update';
import { describe, expect, it } from 'vitest';

const standardsOf: Record<MapIndex, StandardName[]> = {
  china: ['HJ 633-2012', 'HJ 633-2026'],
  us: ['US EPA'],
  europe: ['EU'],
  atmo: ['ATMO'],
};
const parts = ['meaning', 'everyone', 'sensitive'];

interface Advice {
  groups: string;
  [level: string]: string | Record<string, string>;
}

describe.each([...languages])('the advice in %s', (language) => {
  const file = new URL(`../../../i18n/${language}/advice.json`, import.meta.url);
  // The parts that the test reads.
  const advice = JSON.parse(readFileSync(file, 'utf8')) as Record<MapIndex, Advice>;
  const rows = mapIndices.flatMap((index) =>
    standardsOf[index].flatMap((standard) =>
      standards[standard].levels.map(({ key }) => [index, standard, key] as const),
    ),
  );

  it.each(rows)('of %s (%s) has meaning, general and sensitive advice for level %s', (index, _, key) => {
    const level = advice[index][key];
    expect(Object.keys(level ?? {})).toEqual(parts);
    for (const text of Object.values(level ?? {})) expect(text.length).toBeGreaterThan(2);
  });

  it.each([...mapIndices])('of %s names the sensitive groups and its source, and no other level', (index) => {
    const { groups, ...levels } = advice[index];
    expect(groups.length).toBeGreaterThan(10);
    const known = standardsOf[index].flatMap((standard) => standards[standard].levels.map(({ key }) => key));
    expect(new Set(Object.keys(levels))).toEqual(new Set(known));
  });
});
