import {
  CaretRightOutlined,
  CloseOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { Button, Select, Slider } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import layout from '../map.module.css';
import styles from './timelapse-bar.module.css';
import { speeds, type Timelapse, useHourText } from './use-timelapse.ts';

/** Plays the last 24 hours: play, step, seek, speed. */
export function TimelapseBar({ timelapse, onClose }: { timelapse: Timelapse; onClose: () => void }) {
  const { t } = useTranslation();
  const { hours, place, isPlaying } = timelapse;
  const time = useHourText(timelapse.moment);
  return (
    <section aria-label={t('map.timelapse.title')} className={`${layout.timelapse} ${styles.bar}`}>
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
      <Slider
        className={styles.slider}
        min={0}
        max={(hours?.hours.length ?? 24) - 1}
        value={place}
        disabled={!hours}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('map.timelapse.hour')}
        ariaValueTextFormatterForHandle={() => time}
        onChange={timelapse.go}
      />
      <output className={styles.time}>{timelapse.error ? timelapse.error.message : time}</output>
      {timelapse.error && (
        <Button size="small" onClick={timelapse.retry}>
          {t('map.retry')}
        </Button>
      )}
      <Select
        size="small"
        variant="borderless"
        aria-label={t('map.timelapse.speed')}
        value={timelapse.speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={timelapse.setSpeed}
      />
      <IconButton name={t('map.timelapse.close')} icon={<CloseOutlined />} onClick={onClose} />
    </section>
  );
}
