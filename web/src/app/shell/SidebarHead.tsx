import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../preferences.ts';
import { SiteLogo } from './SiteLogo.tsx';
import styles from './shell.module.css';

interface Props {
  collapsed: boolean;
  onClose: (() => void) | undefined;
}

export function SidebarHead({ collapsed, onClose }: Props) {
  const { t } = useTranslation();
  const hasLogo = usePreferences((preferences) => preferences.logo);
  if (!hasLogo && !onClose) return null;
  return (
    <div className={styles.sideHead}>
      {hasLogo && <SiteLogo collapsed={collapsed} />}
      {onClose && (
        <button type="button" aria-label={t('shell.sidebar.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}
