import { BrandName } from '../../../ui/BrandName.tsx';
import styles from './branding-preview.module.css';

/** The head of the sidebar in its real size, to show whether the title fits. */
export function ShellMiniature({ title, logo }: { title: string; logo: string }) {
  return (
    <div inert className={styles.shell}>
      <div className={styles.side}>
        <BrandName logo={logo} title={title} collapsed={false} />
        <i />
        <i />
      </div>
      <div className={styles.top}>
        <i />
      </div>
    </div>
  );
}
