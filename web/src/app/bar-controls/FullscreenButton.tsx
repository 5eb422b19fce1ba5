import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../api/notifier.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './top-bar.module.css';
import { useWallScreen } from './use-wall-screen.ts';

export function FullscreenButton() {
  const { t } = useTranslation();
  const isFull = useWallScreen();
  const toggle = () => {
    if (!document.fullscreenEnabled) getNotifier().warning(t('shell.fullscreen.unsupported'));
    else if (isFull) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
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
