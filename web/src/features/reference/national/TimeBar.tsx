import {
  CaretRightOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
  VerticalLeftOutlined,
} from '@ant-design/icons';
import { Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './national.module.css';
import { findStretch } from './stored-hours.ts';
import type { StoredHours } from './use-national.ts';

interface TimeBarProps {
  hours: StoredHours;
  /** How many stored hours the slider covers. */
  span: number;
}

/** Moves through the stored hours: play, previous, next, newest and seek. */
export function TimeBar({ hours, span }: TimeBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { stored, place, zone, isPlaying } = hours;
  const [first, end] = findStretch(stored.length, place, span);
  const last = stored.length - 1;
  const write = (at: number | undefined) =>
    at === undefined ? '' : formatMoment(stored[at] ?? 0, zone, language).slice(0, -3);
  return (
    <section aria-label={t('analysis.national.timeBar')} className={styles.time}>
      <div className={styles.buttons}>
        <IconButton
          name={t(isPlaying ? 'analysis.national.pause' : 'analysis.national.play')}
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          disabled={last < 1}
          onClick={() => (isPlaying ? hours.pause() : hours.play(first))}
        />
        <IconButton
          name={t('analysis.national.back')}
          icon={<StepBackwardOutlined />}
          disabled={place <= 0}
          onClick={() => hours.go(place - 1)}
        />
        <IconButton
          name={t('analysis.national.forward')}
          icon={<StepForwardOutlined />}
          disabled={place >= last}
          onClick={() => hours.go(place + 1)}
        />
        <IconButton
          name={t('analysis.national.newest')}
          icon={<VerticalLeftOutlined />}
          disabled={place >= last}
          onClick={() => hours.go(last)}
        />
      </div>
      <span className={styles.edge}>{write(first)}</span>
      <Slider
        className={styles.slider}
        min={first}
        max={Math.max(first, end - 1)}
        value={place}
        disabled={last < 1}
        tooltip={{ formatter: write }}
        ariaLabelForHandle={t('analysis.national.slider')}
        ariaValueTextFormatterForHandle={write}
        onChange={hours.go}
      />
      <span className={styles.edge}>{write(end - 1)}</span>
    </section>
  );
}
