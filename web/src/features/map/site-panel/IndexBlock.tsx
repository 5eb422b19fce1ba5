import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../air/ChangeMark.tsx';
import { describeIndex } from '../../../air/describe-index.ts';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { useIndexBasis } from '../../../air/use-index-basis.ts';
import { compareValues } from '../../../air/value-change.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';
import { useMapChannels } from '../scale/use-map-scale.ts';
import { useSiteFlags } from '../sites/use-site-flags.ts';
import { IndexCard } from './IndexCard.tsx';

interface IndexBlockProps {
  site: MapSite;
  snapshot: MapSnapshot;
  preference: IndexPreference;
  zone: string;
  now: number;
  /** The index of the hour before; undefined if it is not known. */
  hourAgo: number | undefined;
}

/** The preferred index of a site: its value, its level, its flags, and what it is computed from. */
export function IndexBlock({ site, snapshot, preference, zone, now, hourAgo }: IndexBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = makeIndexScale(preference, snapshot.indices, t);
  const described = describeIndex({ ...site, now }, scale, language);
  const aqi = described.isStale ? undefined : site.indices?.[preference.index].aqi;
  const change = compareValues(aqi, hourAgo, 0);
  const channels = useMapChannels(snapshot, preference);
  const bySite = useSiteFlags({ layer: indexLayer, index: preference.index, channels });
  const flags = bySite.get(site.siteId) ?? [];
  const basis = useIndexBasis(described, scale.rule, zone, language);
  return (
    <IndexCard
      title={scale.title}
      {...described}
      none={t('map.panel.noIndex')}
      change={
        <>
          <ChangeMark {...{ change, language }} decimals={0} unit="" />
          {flags.length > 0 && <FlagButton text={flagSign} lines={flags} subject={scale.title} />}
        </>
      }
    >
      {basis}
      {described.isReference && <div>{t('map.panel.reference')}</div>}
    </IndexCard>
  );
}
