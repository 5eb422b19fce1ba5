import { Breadcrumb } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../bar-controls/top-bar.module.css';
import type { ContentRoute } from '../menu/content-routes.ts';

interface Props {
  home: ContentRoute;
  route: ContentRoute | undefined;
}

/** The breadcrumb. Groups have no page, so only the home page is a link. */
export function Trail({ home, route }: Props) {
  const { t } = useTranslation();
  const isHome = route === home;
  const first = isHome ? home.title : <Link to={home.path}>{home.title}</Link>;
  const rest = isHome || !route ? [] : [...route.trail, route.title];
  return (
    <nav className={styles.trail} aria-label={t('shell.trail')}>
      <Breadcrumb items={[{ title: first }, ...rest.map((title) => ({ title }))]} />
    </nav>
  );
}
