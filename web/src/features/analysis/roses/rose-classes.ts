import { useTranslation } from 'react-i18next';
import { colourSequence, type LevelStep } from '../../../air/level.ts';

/** The colours of the classes between bounds: those of the levels if the bounds are theirs, else one hue. */
export function chooseClassColours(
  bounds: readonly number[],
  steps: readonly LevelStep[],
  isDark: boolean,
): string[] {
  const hasLevels =
    steps.length === bounds.length + 1 && bounds.every((bound, n) => steps[n]?.upTo === bound);
  return hasLevels ? steps.map(({ fill }) => fill) : colourSequence(bounds.length + 1, isDark);
}

/** The names of north, east, south and west, and the name of the nearest of 16 directions, alone or with its degrees. */
export function useCompass() {
  const { t } = useTranslation();
  const names = t('analysis.rose.directions').split(',');
  const nameDirection = (degrees: number) => names[Math.round(degrees / 22.5) % 16] ?? '';
  const compass = [0, 90, 180, 270].map(nameDirection);
  const nameDegrees = (degrees: number) => `${nameDirection(degrees)} ${degrees}°`;
  return { compass, nameDirection, nameDegrees };
}
