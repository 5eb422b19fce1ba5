import { FullscreenExitOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Leaves full screen, where the page has no top bar; renders nothing otherwise. */
export function LeaveFullscreen() {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!isFull) return null;
  return (
    <IconButton
      tipAt="left"
      name={t('shell.fullscreen.leave')}
      icon={<FullscreenExitOutlined />}
      onClick={() => void document.exitFullscreen()}
    />
  );
}
