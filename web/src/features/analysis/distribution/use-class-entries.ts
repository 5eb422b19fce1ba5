import { useTranslation } from 'react-i18next';
import type { LevelStep } from '../../../air/level.ts';

/** Entries of a legend: the range of each class with its unit, and the name of its level if it has one. */
export function useClassEntries(
  steps: readonly LevelStep[],
  format: (value: number) => string,
  unit = '',
): { colour: string; text: string }[] {
  const { t } = useTranslation();
  return steps.map(({ upTo, fill, name }, n) => {
    const from = steps[n - 1]?.upTo ?? null;
    const range =
      from === null
        ? upTo === null
          ? ''
          : t('analysis.distribution.classBelow', { to: format(upTo) })
        : upTo === null
          ? t('analysis.distribution.classAbove', { from: format(from) })
          : t('analysis.distribution.class', { from: format(from), to: format(upTo) });
    return { colour: fill, text: [name, range, range && unit].filter(Boolean).join(' ') };
  });
}
