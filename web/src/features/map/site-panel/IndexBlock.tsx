import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { makeClock } from '../../../charts/time-axis.ts';
import { nameMissing, namePrimary, withheldSign } from '../../../resource/air/pollutants.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import { indexLayer } from '../map-view.ts';
import { lookAt } from '../shade.ts';
import { useMapScale } from '../use-map-scale.ts';
import { IndexCard } from './IndexCard.tsx';

interface IndexBlockProps {
  site: MapSite;
  snapshot: MapSnapshot;
  taste: Taste;
  zone: string;
  now: number;
}

const hourMs = 3_600_000;

/** The index this person goes by: its value, what it means, and what it is made of. */
export function IndexBlock({ site, snapshot, taste, zone, now }: IndexBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = useMapScale(snapshot, indexLayer, taste);
  const rule = snapshot.indices.find(({ key }) => key === taste.index);
  if (!rule) return null;
  const look = lookAt(site, scale, now);
  const own = site.indices?.[rule.key];
  const primary = own ? namePrimary(own, language) : '';
  const clock = makeClock(zone, language);
  const hour = site.indices?.hour ?? 0;
  const made = { standard: rule.standard, from: clock.time(hour), to: clock.time(hour + hourMs) };
  const isKnown = look.value !== undefined;
  const missing = own ? nameMissing(own, language) : '';
  const why = missing ? t('map.panel.withheld', { names: missing }) : t('map.panel.noIndexWhy');
  return (
    <IndexCard
      title={scale.title}
      look={look}
      sign={missing ? withheldSign : undefined}
      none={t('map.panel.noIndex')}
      primary={primary}
    >
      {isKnown ? t(`map.panel.made.${rule.averaging}`, made) : why}
      {own?.reference && isKnown && <div>{t('map.panel.reference')}</div>}
    </IndexCard>
  );
}
