import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../lib/format.ts';
import { pollutantSign } from '../../../resource/air/pollutants.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { MapSite } from '../map-site.ts';
import type { MapChannel } from '../shade.ts';
import { useMapScale } from '../use-map-scale.ts';
import { readChannel, writeWhole } from './read-channel.ts';
import styles from './site-panel.module.css';
import { WindArrow } from './WindArrow.tsx';

interface ChannelTileProps {
  site: MapSite;
  channel: MapChannel;
  snapshot: MapSnapshot;
  taste: Taste;
  now: number;
  /** Whose trend is drawn below. */
  isChosen: boolean;
  /** Missing where there is no trend to choose. */
  onChoose: ((code: string) => void) | undefined;
}

/** The channel that tells how strong the wind is. */
const windSpeed = 'WS';

/** The newest value of one channel with all that is to be said about it; pressed, it shows its trend. */
export function ChannelTile({ site, channel, snapshot, taste, now, isChosen, onChoose }: ChannelTileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { steps } = useMapScale(snapshot, channel.code, taste);
  const value = readChannel(site, channel, steps, now, language);
  if (!value) return null;
  const { text, unit, step, problems, staleFor, direction } = value;
  const isOld = staleFor !== undefined;
  const speed =
    direction === undefined ? undefined : snapshot.channels.find(({ code }) => code === windSpeed);
  const strength = speed && site.values.get(speed.code)?.value;
  const notes = [
    ...problems.map((flag) => t([`data.realtime.flags.${flag}`, 'data.realtime.flags.other'], { flag })),
    problems.every((flag) => flag === 'limit') && !isOld && step?.name,
    speed && typeof strength === 'number' && writeWhole(strength, speed, language),
    isOld && t('data.realtime.age', { span: formatSpan(staleFor, language, 'narrow') }),
  ].filter(Boolean);
  const content = (
    <>
      <span className={styles['tileName']}>{pollutantSign(channel.code, language) ?? channel.name}</span>
      <span className={isOld ? `${styles['tileValue']} ${styles['old']}` : styles['tileValue']}>
        {direction !== undefined && <WindArrow from={direction} />}
        <span key={text} className={styles['number']}>
          {text}
        </span>
        <span className={styles['unit']}>{unit}</span>
      </span>
      <span className={styles['tileNote']}>
        {step && !isOld && <i aria-hidden className={styles['dot']} style={{ background: step.fill }} />}
        {notes.join(' · ')}
      </span>
    </>
  );
  if (!onChoose) return <div className={styles['tile']}>{content}</div>;
  return (
    <button
      type="button"
      className={styles['tile']}
      aria-pressed={isChosen}
      title={channel.name}
      onClick={() => onChoose(channel.code)}
    >
      {content}
    </button>
  );
}
