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
import styles from '../map.module.css';
import { useHourText } from './use-hour-text.ts';
import { type Lapse, speeds } from './use-lapse.ts';

/** Plays the last 24 hours: on, one step, faster, to any hour. */
export function LapseBar({ lapse, onClose }: { lapse: Lapse; onClose: () => void }) {
  const { t } = useTranslation();
  const { hours, place, isPlaying } = lapse;
  const time = useHourText(lapse.moment);
  return (
    <section aria-label={t('map.lapse.title')} className={styles['lapse']}>
      <IconButton
        name={isPlaying ? t('map.lapse.pause') : t('map.lapse.play')}
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        disabled={!hours}
        onClick={() => lapse.play(!isPlaying)}
      />
      <IconButton
        name={t('map.lapse.back')}
        icon={<StepBackwardOutlined />}
        disabled={place === 0}
        onClick={() => lapse.go(place - 1)}
      />
      <IconButton
        name={t('map.lapse.forward')}
        icon={<StepForwardOutlined />}
        disabled={place >= (hours?.hours.length ?? 1) - 1}
        onClick={() => lapse.go(place + 1)}
      />
      <Slider
        className={styles['lapseSlider']}
        min={0}
        max={(hours?.hours.length ?? 24) - 1}
        value={place}
        disabled={!hours}
        tooltip={{ open: false }}
        ariaLabelForHandle={t('map.lapse.hour')}
        ariaValueTextFormatterForHandle={() => time}
        onChange={lapse.go}
      />
      <output className={styles['lapseTime']}>{lapse.error ? lapse.error.message : time}</output>
      {lapse.error && (
        <Button size="small" onClick={lapse.retry}>
          {t('map.retry')}
        </Button>
      )}
      <Select
        size="small"
        variant="borderless"
        aria-label={t('map.lapse.speed')}
        value={lapse.speed}
        options={speeds.map((value) => ({ value, label: `${value}×` }))}
        onChange={lapse.setSpeed}
      />
      <IconButton name={t('map.lapse.close')} icon={<CloseOutlined />} onClick={onClose} />
    </section>
  );
}
