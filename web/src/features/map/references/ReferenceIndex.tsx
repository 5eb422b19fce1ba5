import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { namePrimary } from '../../../resource/air/pollutants.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { indexLayer } from '../map-view.ts';
import { IndexCard } from '../site-panel/IndexCard.tsx';
import { useMapScale } from '../use-map-scale.ts';
import type { MapReference } from './reference.ts';
import { type ReferenceScales, shadeIndex } from './shade-reference.ts';

interface ReferenceIndexProps {
  reference: MapReference;
  scales: ReferenceScales;
  now: number;
  snapshot: MapSnapshot;
  taste: Taste;
}

/** The index this person goes by where the station has it, else China's, by name. */
export function ReferenceIndex({ reference, scales, now, snapshot, taste }: ReferenceIndexProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const chosen = useMapScale(snapshot, indexLayer, taste);
  const { look, scale, index } = shadeIndex(reference, { ...scales, scale: chosen }, now);
  const primary = namePrimary(reference.indices[index], language);
  const whose = index !== taste.index && t('map.references.fallback');
  return (
    <IndexCard title={scale.title} look={look} none={t('map.references.noIndex')} primary={primary}>
      {look.value === undefined ? t('map.references.noIndexWhy') : whose}
    </IndexCard>
  );
}
