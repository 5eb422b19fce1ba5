import { standards } from '@limpid/aqi/standards';
import { translate } from '../../../platform/texts.ts';
import type { Words } from './words.ts';

/** Both editions of HJ 633 have the same levels. */
const { levels } = standards['HJ 633-2026'];

export function listLevels({
  language,
}: Words): { level: number; name: string; colour: string; range: string }[] {
  let from = 0;
  return levels.map(({ level, key, colour, max }) => {
    const range = max === null ? `> ${from - 1}` : `${from}–${max}`;
    if (max !== null) from = max + 1;
    return { level, name: translate(language, `map.levels.china.${key}`), colour, range };
  });
}

/** The name of the level of an index; null without one. */
export function nameLevel(aqi: number | null, words: Words): string | null {
  if (aqi === null) return null;
  const found = listLevels(words)[levels.findIndex(({ max }) => max === null || aqi <= max)];
  return found?.name ?? null;
}
