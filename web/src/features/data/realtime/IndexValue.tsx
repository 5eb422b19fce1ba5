import { HOUR_MS } from '@limpid/contract/durations';
import { useTranslation } from 'react-i18next';
import { type DescribedIndex, describeIndex } from '../../../air/describe-index.ts';
import { dash } from '../../../air/describe-value.ts';
import type { IndexScale } from '../../../air/index-scale.ts';
import { ReferenceMark } from '../../../air/ReferenceMark.tsx';
import { useIndexBasis } from '../../../air/use-index-basis.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';

interface IndexValueProps {
  site: SiteNow;
  index: IndexScale;
}

/** The index in a row of the table: the number on the colour of its level, marked if it is for reference only. */
export function TableIndex({ site, index }: IndexValueProps) {
  const { t } = useTranslation();
  const described = describeIndex(site, index, useLanguage());
  const { isStale, step, missing, primary, hour } = described;
  const level = isStale ? undefined : step?.name;
  const until = useUntil(site, described);
  const notes = [
    until,
    until && primary && t('map.panel.primary', { names: primary }),
    until === undefined && missing && t('data.realtime.missing', { names: missing }),
  ];
  return (
    <span className={styles.line} title={notes.filter(Boolean).join(' · ') || undefined}>
      {described.isReference && <ReferenceMark />}
      <span className="visually-hidden">{hour === undefined ? t('map.panel.noIndex') : level}</span>
      <IndexFigure described={described} site={site} index={index} />
    </span>
  );
}

/** The primary pollutants; the same sign as the index where there is no index. */
export function PrimaryPollutant({ site, index }: IndexValueProps) {
  const { primary, hour, text } = describeIndex(site, index, useLanguage());
  return primary || (hour === undefined ? text : dash);
}

/** The index on a card, with the words that the table has columns for. */
export function CardIndex({ site, index }: IndexValueProps) {
  const { t } = useTranslation();
  const described = describeIndex(site, index, useLanguage());
  const { step, primary, isReference, isStale, missing } = described;
  const until = useUntil(site, described);
  const word = until === undefined ? t('map.panel.noIndex') : !isStale && step?.name;
  const notes = [
    until ?? (missing && t('map.panel.noIndexWhy.withheld', { names: missing })),
    until && primary && t('map.panel.primary', { names: primary }),
    isReference && t('data.realtime.reference'),
  ];
  return (
    <div className={styles.cardIndex}>
      <IndexFigure described={described} site={site} index={index} />
      <div>
        <div>
          {word} <span className={styles.unit}>{index.title}</span>
        </div>
        <div className={styles.second}>{notes.filter(Boolean).join(' · ')}</div>
      </div>
    </div>
  );
}

/** When the hour of the index ended. */
function useUntil({ zone }: SiteNow, { hour }: DescribedIndex): string | undefined {
  const { t } = useTranslation();
  const clock = makeZoneClock(zone, useLanguage());
  return hour === undefined ? undefined : t('data.realtime.until', { time: clock.time(hour + HOUR_MS) });
}

function IndexFigure({ described, site, index }: IndexValueProps & { described: DescribedIndex }) {
  const { text, step, isStale } = described;
  const basis = useIndexBasis(described, index.rule, site.zone, useLanguage());
  return (
    <span
      key={text}
      className={isStale ? `${styles.figure} ${styles.stale}` : styles.figure}
      style={step && !isStale ? { background: step.fill, color: step.ink } : undefined}
      title={[step?.name, basis].filter(Boolean).join(' · ')}
    >
      {text}
    </span>
  );
}
