import { Link } from 'react-router';
import { BrandName } from '../../ui/BrandName.tsx';
import { useBranding } from '../use-branding.ts';
import styles from './shell.module.css';

export function SiteLogo({ collapsed }: { collapsed: boolean }) {
  const { title, logo } = useBranding();
  return (
    <Link className={styles.logo} to="/" title={title}>
      <BrandName logo={logo} title={title} collapsed={collapsed} />
    </Link>
  );
}
