import type { IndexRule } from '@limpid/contract/map/indices';
import { useTranslation } from 'react-i18next';
import type { Step } from '../../lib/level.ts';
import { useIndexScale } from '../../resource/air/use-index-scale.ts';
import type { Taste } from '../../resource/air/use-taste.ts';

/** The index that sites are shown with. */
export interface AirIndex {
  key: IndexRule['key'];
  title: string;
  /** None until the rules are known: numbers need no colour to be read. */
  steps: readonly Step[];
  rule: IndexRule | undefined;
}

export function useAirIndex(taste: Taste): AirIndex {
  const { t } = useTranslation();
  const scale = useIndexScale(taste);
  return {
    key: taste.index,
    title: t(`map.indices.${taste.index}`),
    steps: scale?.steps ?? [],
    rule: scale?.rule,
  };
}
