import { DesktopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { enterFullscreen } from '../../ui/fullscreen.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from '../bar-controls/top-bar.module.css';
import { wallPath } from '../menu/content-routes.ts';

/** Opens the screen for a wall, in full-screen mode; on a phone there is no room for it. */
export function WallLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <IconButton
      rootClassName={styles.wideOnly}
      name={t('map.page.wall')}
      icon={<DesktopOutlined />}
      onClick={() => {
        enterFullscreen();
        void navigate(wallPath);
      }}
    />
  );
}
