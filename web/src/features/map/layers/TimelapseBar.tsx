import {
  CaretRightOutlined,
  CloseOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { formatLocalDate } from '@limpid/contract/local-time';
import { defaultZone } from '@limpid/contract/zone';
import { Button, Select, Slider } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import { useSession } from '../../../api/session.ts';
import { formatDay } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import layout from '../map.module.css';
import { MeanCurve } from './MeanCurve.tsx';
import styles from './timelapse-bar.module.css';
import { speeds, type Timelapse, useHourText } from './use-timelapse.ts';

/** The calendar is not part of the first load of the map. */
const DayPicker = lazy(async () => {
  const { DayPicker: picker } = await import('./DayPicker.tsx');
  return { default: picker };
});

interface TimelapseBarProps {
  timelapse: Timelapse;
  /** What the numbers of its hours are. */
  dataType: string;
  onClose: () => void;
}

/** Plays the last 24 hours or a stored day: play, step, seek, speed; the curve is the mean of all sites. */
export function TimelapseBar({ timelapse, dataType, onClose }: TimelapseBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { hours, place, isPlaying, day } = timelapse;
  const time = useHourText(timelapse.moment);
  const zone = useSession((session) => session.zone) || defaultZone;
  return (
    <section
      aria-label={
        day === undefined
          ? t('map.timelapse.title')
          : t('map.timelapse.titleDay', { day: formatDay(day, language) })
      }
      className={layout.timelapse}
    >
      <div className={styles.bar}>
        <IconButton
          name={isPlaying ? t('map.timelapse.pause') : t('map.timelapse.play')}
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          disabled={!hours}
          onClick={() => timelapse.play(!isPlaying)}
        />
        <IconButton
          name={t('map.timelapse.back')}
          icon={<StepBackwardOutlined />}
          disabled={place === 0}
          onClick={() => timelapse.go(place - 1)}
        />
        <IconButton
          name={t('map.timelapse.forward')}
          icon={<StepForwardOutlined />}
          disabled={place >= (hours?.hours.length ?? 1) - 1}
          onClick={() => timelapse.go(place + 1)}
        />
        <div className={styles.track}>
          {hours && <MeanCurve {...{ hours, dataType }} />}
          <Slider
            className={styles.slider}
            min={0}
            max={Math.max(1, (hours?.hours.length ?? 24) - 1)}
            value={place}
            disabled={!hours || hours.hours.length === 0}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('map.timelapse.hour')}
            ariaValueTextFormatterForHandle={() => time}
            onChange={timelapse.go}
          />
        </div>
        <div className={styles.time}>
          <output>{timelapse.error ? timelapse.error.message : time}</output>
          <span className={styles.zone} title={zone}>
            {zone}
          </span>
        </div>
        {timelapse.error && (
          <Button size="small" onClick={timelapse.retry}>
            {t('map.retry')}
          </Button>
        )}
        <Suspense fallback={<span className={styles.day} />}>
          <DayPicker
            className={styles.day}
            label={t('map.timelapse.day')}
            day={day}
            last={formatLocalDate(serverNow(), zone)}
            onChange={timelapse.setDay}
          />
        </Suspense>
        <Select
          size="small"
          variant="borderless"
          aria-label={t('map.timelapse.speed')}
          value={timelapse.speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={timelapse.setSpeed}
        />
        <IconButton name={t('map.timelapse.close')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
    </section>
  );
}
