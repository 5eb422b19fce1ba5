import styles from './ui.module.css';

interface Props {
  logo: string;
  title: string;
  collapsed: boolean;
}

/** Logo and title of the installation; only the logo if collapsed. */
export function BrandName({ logo, title, collapsed }: Props) {
  return (
    <span className={styles.siteName}>
      <img src={logo} alt={collapsed ? title : ''} />
      {!collapsed && <span>{title}</span>}
    </span>
  );
}
