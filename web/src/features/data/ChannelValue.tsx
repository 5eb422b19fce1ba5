import type { NewestValue } from '@limpid/contract/data/realtime';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/dates.ts';
import { formatSpan } from '../../lib/format.ts';
import { useLanguage } from '../../resource/use-language.ts';
import type { Channel } from './channel.ts';
import { type Described, describeValue } from './describe-value.ts';
import { FlagMark } from './FlagMark.tsx';
import styles from './realtime.module.css';
import { ageOf, type SiteNow } from './site-now.ts';
import { useFlagWords } from './use-flag-words.ts';

interface ChannelValueProps {
  channel: Channel;
  site: SiteNow;
  newest: NewestValue;
}

/** A value in a line of the table: the number on the colour of its level, and what is odd about it. */
export function TableValue({ channel, site, newest }: ChannelValueProps) {
  const described = describeValue(channel, newest, useLanguage(), site.limit);
  const { problems, unit } = described;
  const age = useValueAge(site, newest);
  return (
    <>
      <span className={styles['line']}>
        {problems.length > 0 && <FlagMark problems={problems} channel={channel.name} />}
        <Figure described={described} site={site} newest={newest} />
        {channel.dataType === 'direction' && unit && <span className={styles['unit']}>{unit}</span>}
      </span>
      {age && <div className={styles['note']}>{age}</div>}
    </>
  );
}

/** A value on a card, with its unit and in words what a table keeps for those who point at it. */
export function CardValue({ channel, site, newest }: ChannelValueProps) {
  const described = describeValue(channel, newest, useLanguage(), site.limit);
  const { unit, level, problems } = described;
  const flagWords = useFlagWords();
  const age = useValueAge(site, newest);
  const note = problems.map(flagWords).join(' · ') || (newest.fresh && level?.name);
  return (
    <div className={styles['entry']}>
      <dt>{channel.name}</dt>
      <dd>
        <Figure described={described} site={site} newest={newest} />
        {unit && <span className={styles['unit']}>{unit}</span>}
      </dd>
      <dd className={styles['note']}>{[note, age].filter(Boolean).join(' · ')}</dd>
    </div>
  );
}

interface FigureProps extends Omit<ChannelValueProps, 'channel'> {
  described: Described;
}

function Figure({ described: { text, level }, site, newest }: FigureProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = t('data.realtime.measured', {
    time: formatMoment(newest.ts, site.zone, language),
    zone: site.zone,
  });
  const look = level && newest.fresh ? { background: level.fill, color: level.ink } : undefined;
  return (
    <span
      // A new one takes the place of the old, which starts its short fading in.
      key={text}
      className={newest.fresh ? styles['figure'] : `${styles['figure']} ${styles['faded']}`}
      style={look}
      title={level ? `${level.name} · ${time}` : time}
    >
      {text}
    </span>
  );
}

/** How old a value is that says nothing about now. */
function useValueAge(site: SiteNow, { ts, fresh }: NewestValue): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  if (fresh) return undefined;
  return t('data.realtime.age', { span: formatSpan(ageOf(ts, site.now), language, 'narrow') });
}
