import type { MapIndex } from '@limpid/contract/map/site-update';
import { useTranslation } from 'react-i18next';
import type { IndexScale } from '../../air/index-scale.ts';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';

interface ChosenIndex {
  index: MapIndex;
  scale: IndexScale;
  /** Its standard, and what hours or days it is computed from, as the beginning of a sentence. */
  describe: (step: 'hour' | 'day') => string;
}

/** The index that the person reads, which queries of past data ask for. */
export function useChosenIndex(): ChosenIndex {
  const { t } = useTranslation();
  const [preference] = useIndexPreference();
  const { index } = preference;
  return {
    index,
    scale: useIndexScale(preference),
    describe: (step) => t(`analysis.index.${step}.${index}`),
  };
}
