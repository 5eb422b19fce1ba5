import { EnvironmentOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TimeStatus } from '../../features/map/TimeStatus.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AlarmMenu } from '../bar-controls/AlarmMenu.tsx';
import { FullscreenButton } from '../bar-controls/FullscreenButton.tsx';
import { LanguageMenu } from '../bar-controls/LanguageMenu.tsx';
import { SizeMenu } from '../bar-controls/SizeMenu.tsx';
import styles from '../bar-controls/top-bar.module.css';
import { UserMenu } from '../bar-controls/UserMenu.tsx';
import { LiveIndicator } from '../live/LiveIndicator.tsx';
import { type ContentRoute, isMapHome, mapPath } from '../menu/content-routes.ts';
import type { SearchEntry } from '../menu/menu.ts';
import { NoticeBell } from '../notices/NoticeBell.tsx';
import { WorkMenu } from '../work/WorkMenu.tsx';
import { MenuSearch } from './MenuSearch.tsx';
import { Trail } from './Trail.tsx';

interface Props {
  home: ContentRoute;
  route: ContentRoute | undefined;
  entries: SearchEntry[];
  sidebarShown: boolean;
  onToggleSidebar(): void;
}

export function TopBar({ home, route, entries, sidebarShown, onToggleSidebar }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <header className={styles.top}>
      <IconButton
        name={sidebarShown ? t('shell.sidebar.close') : t('shell.sidebar.open')}
        icon={sidebarShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-expanded={sidebarShown}
        aria-controls="sidebar"
        onClick={onToggleSidebar}
      />
      <Trail home={home} route={route} />
      {route && isMapHome(route) && <TimeStatus />}
      <div className={styles.tools}>
        <LiveIndicator />
        <MenuSearch entries={entries} />
        <WorkMenu />
        {isMapHome(home) && (
          <IconButton
            rootClassName={styles.wideOnly}
            name={t('map.page.open')}
            icon={<EnvironmentOutlined />}
            onClick={() => void navigate(mapPath)}
          />
        )}
        <AlarmMenu />
        <NoticeBell />
        <LanguageMenu />
        <FullscreenButton />
        <SizeMenu />
        <UserMenu />
      </div>
    </header>
  );
}
