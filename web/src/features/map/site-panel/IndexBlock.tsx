import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { describeIndex } from '../../../air/describe-index.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { useIndexBasis } from '../../../air/use-index-basis.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import { IndexCard } from './IndexCard.tsx';

interface IndexBlockProps {
  site: MapSite;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  zone: string;
  now: number;
}

/** The preferred index of a site: its value, its level, and what it is computed from. */
export function IndexBlock({ site, snapshot, preference, zone, now }: IndexBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = makeIndexScale(preference, snapshot.indices, t);
  const described = describeIndex({ ...site, now }, scale, language);
  const basis = useIndexBasis(described, scale.rule, zone, language);
  return (
    <IndexCard title={scale.title} {...described} none={t('map.panel.noIndex')}>
      {basis}
      {described.isReference && <div>{t('map.panel.reference')}</div>}
    </IndexCard>
  );
}
