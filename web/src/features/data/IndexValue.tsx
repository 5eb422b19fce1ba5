import { useTranslation } from 'react-i18next';
import { makeClock } from '../../charts/time-axis.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { type DescribedIndex, describeIndex } from './describe-index.ts';
import styles from './realtime.module.css';
import type { SiteNow } from './site-now.ts';
import type { AirIndex } from './use-air-index.ts';

interface IndexValueProps {
  site: SiteNow;
  index: AirIndex;
}

/** The index in a line of the table: the number on the colour of its level, marked where it is only for reference. */
export function TableIndex({ site, index }: IndexValueProps) {
  const { t } = useTranslation();
  const described = describeIndex(site, index, useLanguage());
  const level = described.isOld ? undefined : described.step?.name;
  const until = useUntil(site, described);
  return (
    <>
      <span className={styles['line']}>
        {described.isReference && <ReferenceMark />}
        <span className="visually-hidden">{until ? level : t('map.panel.noIndex')}</span>
        <IndexFigure described={described} site={site} index={index} />
      </span>
      {until && <div className={styles['note']}>{until}</div>}
      {described.missing && until === undefined && (
        <div className={styles['note']}>{t('data.realtime.missing', { names: described.missing })}</div>
      )}
    </>
  );
}

export function PrimaryPollutant({ site, index }: IndexValueProps) {
  return describeIndex(site, index, useLanguage()).primary;
}

/** The index on a card, in words what a table keeps for its columns. */
export function CardIndex({ site, index }: IndexValueProps) {
  const { t } = useTranslation();
  const described = describeIndex(site, index, useLanguage());
  const { step, primary, isReference, isOld, missing } = described;
  const until = useUntil(site, described);
  const word = until === undefined ? t('map.panel.noIndex') : !isOld && step?.name;
  const notes = [
    until ?? (missing && t('map.panel.withheld', { names: missing })),
    until && primary !== '—' && t('map.panel.primary', { names: primary }),
    isReference && t('data.realtime.reference'),
  ];
  return (
    <div className={styles['cardIndex']}>
      <IndexFigure described={described} site={site} index={index} />
      <div>
        <div>
          {word} <span className={styles['unit']}>{index.title}</span>
        </div>
        <div className={styles['second']}>{notes.filter(Boolean).join(' · ')}</div>
      </div>
    </div>
  );
}

/** What stands before the numbers of stations that do not measure everything; explained above the table. */
export function ReferenceMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles['mark']} title={t('data.realtime.reference')}>
      {t('data.realtime.referenceMark')}
    </abbr>
  );
}

const hourMs = 3_600_000;

/** When the hour ended that is the newest in the index. */
function useUntil({ zone }: SiteNow, { hour }: DescribedIndex): string | undefined {
  const { t } = useTranslation();
  const clock = makeClock(zone, useLanguage());
  return hour === undefined ? undefined : t('data.realtime.until', { time: clock.time(hour + hourMs) });
}

function IndexFigure({ described, site, index }: IndexValueProps & { described: DescribedIndex }) {
  const { t } = useTranslation();
  const clock = makeClock(site.zone, useLanguage());
  const { text, step, hour, isOld, missing } = described;
  const why = missing ? t('map.panel.withheld', { names: missing }) : t('map.panel.noIndexWhy');
  const made =
    hour === undefined
      ? why
      : index.rule &&
        t(`map.panel.made.${index.rule.averaging}`, {
          standard: index.rule.standard,
          from: clock.time(hour),
          to: clock.time(hour + hourMs),
        });
  return (
    <span
      key={text}
      className={isOld ? `${styles['figure']} ${styles['faded']}` : styles['figure']}
      style={step && !isOld ? { background: step.fill, color: step.ink } : undefined}
      title={[step?.name, made].filter(Boolean).join(' · ')}
    >
      {text}
    </span>
  );
}
