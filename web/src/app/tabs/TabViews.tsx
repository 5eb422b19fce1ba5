import { ConfigProvider } from 'antd';
import { Activity, createElement, useRef } from 'react';
import { Route, Routes } from 'react-router';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { type ContentRoute, findContentRoute } from '../menu/content-routes.ts';
import { getScreen } from '../screens.ts';
import styles from '../shell/shell.module.css';
import { InnerLinkPage } from './InnerLinkPage.tsx';
import type { Tab } from './tabs.ts';

function Content({ route }: { route: ContentRoute }) {
  if ('link' in route.show) return <InnerLinkPage title={route.title} link={route.show.link} />;
  return createElement(getScreen(route.show.component));
}

function TabView({ tab, route }: { tab: Tab; route: ContentRoute }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles.view}>
      {/* Popups of a view are mounted in its box, so that they disappear with it. */}
      <ConfigProvider getPopupContainer={() => box.current ?? document.body}>
        <ErrorBoundary>
          <Routes location={tab.location}>
            <Route path={route.path} element={<Content route={route} />} />
          </Routes>
        </ErrorBoundary>
      </ConfigProvider>
    </div>
  );
}

interface Props {
  tabs: readonly Tab[];
  activePath: string;
  routes: ContentRoute[];
}

/** Cached tabs stay mounted with their state; only the active one is visible. */
export function TabViews({ tabs, activePath, routes }: Props) {
  return tabs.map((tab) => {
    const isActive = tab.path === activePath;
    const route = findContentRoute(routes, tab.path);
    if (!route || (tab.noCache && !isActive)) return null;
    return (
      <Activity key={`${tab.path} ${tab.version}`} mode={isActive ? 'visible' : 'hidden'}>
        <TabView tab={tab} route={route} />
      </Activity>
    );
  });
}
