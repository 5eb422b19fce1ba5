import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../../../air/ChangeMark.tsx';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import { substanceSign } from '../../../air/channel-sign.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { describeValue, formatWithUnit } from '../../../air/describe-value.ts';
import { ageMs, isValueStale } from '../../../air/freshness.ts';
import { useFlagWords } from '../../../air/use-flag-words.ts';
import { compareValues } from '../../../air/value-change.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useSurroundingTheme } from '../../../ui/use-surrounding-theme.ts';
import type { MapSite } from '../map-site.ts';
import styles from './site-panel.module.css';
import type { ComparedValues } from './use-site-values.ts';

interface ChannelTileProps {
  site: MapSite;
  values: ComparedValues;
  channel: Channel;
  /** Shown beside a wind direction; undefined where the site measures no wind speed. */
  windSpeed: Channel | undefined;
  now: number;
  /** The chart has a line of this channel. */
  isChosen: boolean;
  /** Undefined where there is no chart to choose for. */
  onChoose: ((code: string) => void) | undefined;
}

/** The newest value of one channel with its unit, age, level, flags and change; a click adds it to the chart. */
export function ChannelTile({ site, values, channel, windSpeed, now, isChosen, onChoose }: ChannelTileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const flagWords = useFlagWords();
  const isDark = useSurroundingTheme() === 'dark';
  const newest = values.get(channel.code);
  if (!newest) return null;
  const { text, unit, step, problems } = describeValue(channel, newest, language, site.limit);
  const isStale = isValueStale(newest.ts, site.interval, now);
  // An arrow and a speed need a valid direction.
  const direction = channel.dataType === 'direction' ? newest.value : null;
  const speed = direction === null ? undefined : windSpeed && values.get(windSpeed.code)?.value;
  const notes = [
    ...(newest.flags ?? []).map((mark) => describeFlag(mark, channel, { t, language })),
    ...problems.map(flagWords),
    problems.every((flag) => flag === 'limit') && !isStale && step?.name,
    windSpeed && typeof speed === 'number' && formatWithUnit(speed, windSpeed, language),
  ].filter(Boolean);
  const age = formatDuration(ageMs(newest.ts, now), language, 'narrow');
  const { decimals, unit: ownUnit } = channel;
  const change = isStale ? undefined : compareValues(newest.value, newest.hourAgo, decimals);
  const content = (
    <>
      <span className={styles.tileName}>{substanceSign(channel, language) ?? channel.name}</span>
      <span className={isStale ? `${styles.tileValue} ${styles.stale}` : styles.tileValue}>
        {direction !== null && <WindArrow from={direction} />}
        <span key={text} className={styles.number}>
          {text}
        </span>
        <span className={styles.unit}>{unit}</span>
      </span>
      <span className={styles.tileNote}>
        <ChangeMark {...{ change, decimals, language }} unit={ownUnit} />
        <span>{t('data.realtime.age', { span: age })}</span>
      </span>
      <span className={styles.tileNote}>
        {step && !isStale && <i aria-hidden className={styles.dot} style={{ background: step.fill }} />}
        <span>{notes.join(' · ')}</span>
      </span>
    </>
  );
  if (!onChoose) return <div className={styles.tile}>{content}</div>;
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={isChosen}
      title={channel.name}
      style={isChosen ? { borderInlineStartColor: channelColour(channel.code, isDark) } : undefined}
      onClick={() => onChoose(channel.code)}
    >
      {content}
    </button>
  );
}

/** Points where the wind blows to; the text beside it names where it comes from. */
function WindArrow({ from }: { from: number }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={styles.arrow} style={{ transform: `rotate(${from}deg)` }}>
      <path d="M8 14.5 3.5 9h3.2V1.5h2.6V9h3.2z" fill="currentColor" />
    </svg>
  );
}
