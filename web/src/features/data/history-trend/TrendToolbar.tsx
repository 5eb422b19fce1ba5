import {
  DownloadOutlined,
  FullscreenExitOutlined,
  LeftOutlined,
  RightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { KeyboardEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './history-trend.module.css';

interface TrendToolbarProps {
  isZoomed: boolean;
  onZoom: (factor: number) => void;
  onMove: (share: number) => void;
  onWhole: () => void;
  /** Keys that do the same, while a button has the focus. */
  onKeyDown: KeyboardEventHandler<HTMLElement>;
  /** Saves a picture; undefined if there is nothing to show. */
  onSave?: () => void;
}

/** Zoom, movement and the picture as buttons. */
export function TrendToolbar({ isZoomed, onZoom, onMove, onWhole, onKeyDown, onSave }: TrendToolbarProps) {
  const { t } = useTranslation();
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t('data.trend.toolbar')}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
    >
      <IconButton name={t('data.trend.earlier')} icon={<LeftOutlined />} onClick={() => onMove(-0.5)} />
      <IconButton name={t('data.trend.zoomIn')} icon={<ZoomInOutlined />} onClick={() => onZoom(0.5)} />
      <IconButton name={t('data.trend.zoomOut')} icon={<ZoomOutOutlined />} onClick={() => onZoom(2)} />
      <IconButton name={t('data.trend.later')} icon={<RightOutlined />} onClick={() => onMove(0.5)} />
      {isZoomed && (
        <Button size="small" icon={<FullscreenExitOutlined aria-hidden />} onClick={onWhole}>
          {t('data.trend.whole')}
        </Button>
      )}
      <span className={styles.hint}>{t('data.trend.zoomHint')}</span>
      <IconButton
        name={t('data.query.png')}
        icon={<DownloadOutlined />}
        disabled={onSave === undefined}
        onClick={onSave}
      />
    </div>
  );
}
