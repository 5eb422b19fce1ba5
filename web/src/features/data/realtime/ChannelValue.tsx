import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { substanceSign } from '../../../air/channel-sign.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { type DescribedValue, describeValue } from '../../../air/describe-value.ts';
import { ageMs } from '../../../air/freshness.ts';
import { useFlagWords } from '../../../air/use-flag-words.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { FlagMark } from './FlagMark.tsx';
import styles from './realtime.module.css';
import type { SiteNow, ValueNow } from './site-now.ts';

interface ChannelValueProps {
  channel: Channel;
  site: SiteNow;
  newest: ValueNow;
}

/** A value in a row of the table: the number on the colour of its level, with a mark if something is unusual. */
export function TableValue({ channel, site, newest }: ChannelValueProps) {
  const described = describeValue(channel, newest, useLanguage(), site.limit);
  const { problems, unit } = described;
  const rules = useRuleWords(channel, site);
  return (
    <span className={styles.line}>
      {problems.length + rules.length > 0 && (
        <FlagMark problems={problems} rules={rules} channel={channel.name} />
      )}
      <Figure described={described} site={site} newest={newest} />
      {channel.dataType === 'direction' && unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}

/** A value on a card: with its unit, and with the words that the table shows on hover. */
export function CardValue({ channel, site, newest }: ChannelValueProps) {
  const language = useLanguage();
  const described = describeValue(channel, newest, language, site.limit);
  const { unit, step, problems } = described;
  const flagWords = useFlagWords();
  const age = useValueAge(site, newest);
  const rules = useRuleWords(channel, site);
  const note = [...rules, ...problems.map(flagWords)].join(' · ') || (!newest.isStale && step?.name);
  return (
    <div className={styles.entry}>
      <dt title={channel.name}>{substanceSign(channel, language) ?? channel.name}</dt>
      <dd>
        <Figure described={described} site={site} newest={newest} />
        {unit && <span className={styles.unit}>{unit}</span>}
      </dd>
      <dd className={styles.note}>{[note, age].filter(Boolean).join(' · ')}</dd>
    </div>
  );
}

/** What data rules have found in the last hours of a channel. */
function useRuleWords(channel: Channel, { flags }: SiteNow): string[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return (flags[channel.code] ?? []).map((mark) => describeFlag(mark, channel, { t, language }));
}

interface FigureProps extends Omit<ChannelValueProps, 'channel'> {
  described: DescribedValue;
}

function Figure({ described: { text, step }, site, newest }: FigureProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = t('data.realtime.measured', {
    time: formatMoment(newest.ts, site.zone, language),
    zone: site.zone,
  });
  const age = useValueAge(site, newest);
  const look = step && !newest.isStale ? { background: step.fill, color: step.ink } : undefined;
  return (
    <span
      // A new key replaces the element, which restarts its fade-in.
      key={text}
      className={newest.isStale ? `${styles.figure} ${styles.stale}` : styles.figure}
      style={look}
      title={[step?.name, time, age].filter(Boolean).join(' · ')}
    >
      {text}
    </span>
  );
}

/** The age of a stale value. */
function useValueAge(site: SiteNow, { ts, isStale }: ValueNow): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!isStale) return undefined;
  return t('data.realtime.age', { span: formatDuration(ageMs(ts, site.now), language, 'narrow') });
}
