import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleFullscreen, useFullscreen } from '../../../ui/fullscreen.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './wall.module.css';

/** Enters and leaves full-screen mode by a click or the key F; hidden while the pointer rests. */
export function WallFullscreen() {
  const { t } = useTranslation();
  const isFull = useFullscreen();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (event.key.toLowerCase() === 'f' && !isModified) toggleFullscreen();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton
      rootClassName={styles.fullscreen}
      tipAt="right"
      name={t(isFull ? 'map.wall.leave' : 'map.wall.enter')}
      aria-keyshortcuts="F"
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggleFullscreen}
    />
  );
}
