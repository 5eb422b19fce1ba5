import styles from './ui.module.css';

interface Props {
  logo: string;
  title: string;
  collapsed: boolean;
}

/** Logo and title at the head of the sidebar; the logo alone where there is no room. */
export function BrandName({ logo, title, collapsed }: Props) {
  return (
    <span className={styles.siteName}>
      <img src={logo} alt={collapsed ? title : ''} />
      {!collapsed && <span>{title}</span>}
    </span>
  );
}
