import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { namePrimary } from '../../../air/pollutants.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';
import { useMapScale } from '../scale/use-map-scale.ts';
import { IndexCard } from '../site-panel/IndexCard.tsx';
import type { MapReference } from './reference.ts';
import { type ReferenceScales, shadeIndex } from './shade-reference.ts';

interface ReferenceIndexProps {
  reference: MapReference;
  scales: ReferenceScales;
  now: number;
  snapshot: MapSnapshot;
  preference: IndexPreference;
}

/** The preferred index; where the station has none, China's, which is then named. */
export function ReferenceIndex({ reference, scales, now, snapshot, preference }: ReferenceIndexProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chosen = useMapScale(snapshot, indexLayer, preference);
  const { look, scale, index } = shadeIndex(reference, { ...scales, scale: chosen }, now);
  const primary = namePrimary(reference.indices[index], language);
  const isKnown = look.value !== undefined;
  const whose = index !== preference.index && t('map.references.fallback');
  return (
    <IndexCard
      title={scale.title}
      text={String(look.value ?? dash)}
      step={isKnown ? look : undefined}
      isStale={look.isStale}
      none={t('map.references.noIndex')}
      primary={primary}
    >
      {isKnown ? whose : t('map.references.noIndexWhy')}
    </IndexCard>
  );
}
