import { FullscreenExitOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useFullscreen } from '../../ui/fullscreen.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Leaves full screen, where the page has no top bar; renders nothing otherwise. */
export function LeaveFullscreen() {
  const { t } = useTranslation();
  const isFull = useFullscreen();
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
