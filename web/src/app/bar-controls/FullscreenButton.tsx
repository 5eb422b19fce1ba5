import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { toggleFullscreen, useFullscreen } from '../../ui/fullscreen.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWallScreen } from '../../ui/use-wall-screen.ts';
import styles from './top-bar.module.css';

export function FullscreenButton() {
  const { t } = useTranslation();
  const isFull = useFullscreen();
  useWallScreen(isFull);
  const toggle = () => {
    if (!document.fullscreenEnabled) getNotifier().warning(t('shell.fullscreen.unsupported'));
    else toggleFullscreen();
  };
  return (
    <IconButton
      rootClassName={styles.wideOnly}
      name={isFull ? t('shell.fullscreen.leave') : t('shell.fullscreen.enter')}
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggle}
    />
  );
}
