import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useLocation } from 'react-router';
import { ForbiddenPage } from '../errors/ForbiddenPage.tsx';
import { NotFoundPage } from '../errors/NotFoundPage.tsx';
import { type ContentRoute, homePath, isMapHome } from '../menu/content-routes.ts';
import { listSearchEntries, type MenuEntry } from '../menu/menu.ts';
import { usePreferences } from '../preferences.ts';
import { TabBar } from '../tabs/TabBar.tsx';
import { TabViews } from '../tabs/TabViews.tsx';
import type { OpenView } from '../tabs/tabs.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { useBranding } from '../use-branding.ts';
import { Sidebar } from './Sidebar.tsx';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useSidebar } from './use-sidebar.ts';

interface Props {
  home: ContentRoute;
  menu: MenuEntry[];
  routes: ContentRoute[];
  route: ContentRoute | undefined;
}

const homeLocation: Location = { pathname: homePath, search: '', hash: '', state: null, key: 'home' };

function toView(route: ContentRoute, location: Location): OpenView {
  const path = location.pathname.replace(/(?<=.)\/+$/, '');
  return { path, location, title: route.title, pinned: route.pinned, noCache: route.noCache };
}

function usePageTitle(title: string): void {
  const branding = useBranding();
  useEffect(() => {
    document.title = title ? `${title} · ${branding.title}` : branding.title;
  }, [title, branding.title]);
}

export function ShellFrame({ home, menu, routes, route }: Props) {
  const { t } = useTranslation();
  const location = useLocation();
  const content = useRef<HTMLElement>(null);
  const sidebar = useSidebar(content);
  const { fixedHeader, tabs: hasTabs } = usePreferences();
  const homeView = useMemo(() => toView(home, homeLocation), [home]);
  const view = useMemo(() => route && toView(route, location), [route, location]);
  const tabs = useTabs(homeView, view);
  const activePath = view?.path ?? '';
  const entries = useMemo(() => listSearchEntries(home, menu), [home, menu]);
  usePageTitle(route?.title ?? '');

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    content.current?.focus();
  };
  return (
    <div
      className={styles.shell}
      data-sidebar={sidebar.mode}
      data-header={fixedHeader ? 'fixed' : undefined}
      data-tabs={hasTabs}
      data-time={Boolean(route && isMapHome(route))}
    >
      <a className={styles.skip} href="#content" onClick={skip}>
        {t('shell.skip')}
      </a>
      <aside id="sidebar" className={styles.side} inert={sidebar.mode === 'away'}>
        <Sidebar
          home={home}
          menu={menu}
          activeKey={route?.menuKey ?? ''}
          collapsed={sidebar.mode === 'collapsed'}
          onClose={sidebar.mode === 'over' ? sidebar.close : undefined}
        />
      </aside>
      {sidebar.mode === 'over' && <div className={styles.veil} aria-hidden onClick={sidebar.close} />}
      {/* Nothing below an open menu can be reached by touch, keyboard or screen reader. */}
      <div className={styles.main} inert={sidebar.mode === 'over'}>
        <div className={styles.head}>
          <TopBar
            home={home}
            route={route}
            entries={entries}
            sidebarShown={sidebar.mode === 'open' || sidebar.mode === 'over'}
            onToggleSidebar={sidebar.toggle}
          />
          {hasTabs && <TabBar tabs={tabs} activePath={activePath} />}
        </div>
        <main id="content" ref={content} tabIndex={-1} className={styles.content}>
          {route && <h1 className="visually-hidden">{route.title}</h1>}
          <TabViews
            tabs={hasTabs ? tabs : tabs.filter(({ path }) => path === activePath)}
            activePath={activePath}
            routes={routes}
          />
          {location.pathname === '/404' && <NotFoundPage />}
          {location.pathname === '/401' && <ForbiddenPage />}
        </main>
      </div>
    </div>
  );
}
