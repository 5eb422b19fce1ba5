import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandName } from '../../ui/BrandName.tsx';
import { usePreferences } from '../preferences.ts';
import { useBranding } from '../use-branding.ts';
import styles from './sidebar.module.css';

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
      {hasLogo && <BrandLink collapsed={collapsed} />}
      {onClose && (
        <button type="button" aria-label={t('shell.sidebar.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}

function BrandLink({ collapsed }: { collapsed: boolean }) {
  const { title, logo } = useBranding();
  return (
    <Link className={styles.logo} to="/" title={title}>
      <BrandName logo={logo} title={title} collapsed={collapsed} />
    </Link>
  );
}
