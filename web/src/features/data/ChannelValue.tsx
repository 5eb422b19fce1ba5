import type { NewestValue } from '@limpid/contract/data/realtime';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../lib/dates.ts';
import { formatSpan } from '../../lib/format.ts';
import { useLanguage } from '../../resource/use-language.ts';
import type { Channel } from './channel.ts';
import { describeValue, inkOn } from './describe-value.ts';
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
  const { problem, unit, text } = describeValue(channel, newest, useLanguage());
  return (
    <>
      <span className={styles['line']}>
        {problem && <FlagMark flag={problem} channel={channel.name} />}
        <Figure channel={channel} site={site} newest={newest} />
        {channel.dataType === 'direction' && unit !== text && <span className={styles['unit']}>{unit}</span>}
      </span>
      <ValueAge site={site} newest={newest} />
    </>
  );
}

/** A value on a card, with its unit and in words what a table keeps for those who point at it. */
export function CardValue({ channel, site, newest }: ChannelValueProps) {
  const { unit, level, problem } = describeValue(channel, newest, useLanguage());
  const flagWords = useFlagWords();
  const note = problem ? flagWords(problem) : newest.fresh ? level?.name : undefined;
  return (
    <div className={styles['entry']}>
      <dt>{channel.name}</dt>
      <dd>
        <Figure channel={channel} site={site} newest={newest} />
        {unit && <span className={styles['unit']}>{unit}</span>}
      </dd>
      {note && <dd className={styles['note']}>{note}</dd>}
      <ValueAge site={site} newest={newest} as="dd" />
    </div>
  );
}

function Figure({ channel, site, newest }: ChannelValueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { text, level } = describeValue(channel, newest, language);
  const time = t('data.realtime.measured', {
    time: formatMoment(newest.ts, site.zone, language),
    zone: site.zone,
  });
  const look = level && newest.fresh ? { background: level.colour, color: inkOn(level.colour) } : undefined;
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

/** How old a value is that has fallen behind the others of its site. */
function ValueAge({
  site,
  newest,
  as: Line = 'div',
}: Omit<ChannelValueProps, 'channel'> & { as?: 'dd' | 'div' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (newest.fresh || site.state !== 'on') return null;
  const span = formatSpan(ageOf(newest.ts, site.now), language, 'narrow');
  return <Line className={styles['note']}>{t('data.realtime.age', { span })}</Line>;
}
