import { standards } from '@limpid/aqi/standards';

const { levels } = standards['HJ 633-2026'];

/** The level from 1 (best) to 6; both editions of the Chinese standard have the same levels. */
export function findHj633Level(aqi: number | null): number | null {
  if (aqi === null) return null;
  return levels.find(({ max }) => max === null || aqi <= max)?.level ?? null;
}

export const levelCount = levels.length;
