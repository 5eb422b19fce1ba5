import { FullscreenExitOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** The way back from a wall screen, whose page has no head; nothing elsewhere. */
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
