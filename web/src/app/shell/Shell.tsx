import { HOUR_MS } from '@limpid/contract/durations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import dayjs from 'dayjs';
import 'dayjs/locale/fr';
import 'dayjs/locale/zh-cn';
import { Activity } from 'react';
import { Navigate, useLocation } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { soundPermission, useSoundChoice } from '../../features/data/realtime/sound-choice.ts';
import { safePath } from '../../lib/safe-path.ts';
import { fetchOnDemand } from '../fetch-on-demand.tsx';
import { currentLanguage } from '../i18n.ts';
import { LiveNotices } from '../live/LiveNotices.tsx';
import {
  findContentRoute,
  homePath,
  isMapHome,
  mapPaths,
  mapPermission,
  wallPath,
} from '../menu/content-routes.ts';
import { useConsole } from '../menu/use-console.ts';
import { ShellFrame } from './ShellFrame.tsx';

const queries = new QueryClient({
  // Failed calls have shown their error already, and hidden tabs keep their rows. Requests while offline fail
  // instead of being queued.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, gcTime: HOUR_MS, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

// The language of calendars.
dayjs.locale({ zh: 'zh-cn', en: 'en', fr: 'fr' }[currentLanguage()]);

const MapPage = fetchOnDemand(async () => (await import('../map/MapPage.tsx')).MapPage);
const WallScreen = fetchOnDemand(
  async () => (await import('../../features/map/wall/WallScreen.tsx')).default,
);

const ExceedanceSound = fetchOnDemand(
  async () => (await import('../../features/data/realtime/ExceedanceSound.tsx')).ExceedanceSound,
  null,
);

/** Pages without a tab. */
const bare = new Set(['/404', '/401']);

export function Shell() {
  const { pathname, search, hash } = useLocation();
  const { home, menu, routes } = useConsole();
  const [isSoundOn] = useSoundChoice();
  const address = search + hash;
  const again = /^\/redirect(\/.*)$/.exec(pathname)?.[1];
  const route = findContentRoute(routes, pathname);
  // The frame stays mounted, so that tabs keep their state during a redirect.
  const asksForMap = mapPaths.has(pathname) && hasAnyPermission(mapPermission);
  const isMap = asksForMap && isMapHome(home);
  const detour =
    pathname === '/' || (asksForMap && !isMap)
      ? homePath + address
      : again !== undefined
        ? (safePath(again + address) ?? '/')
        : route || isMap || bare.has(pathname)
          ? undefined
          : '/404';
  return (
    <QueryClientProvider client={queries}>
      <LiveNotices />
      {isSoundOn && hasAnyPermission(soundPermission) && <ExceedanceSound />}
      <Activity mode={isMap ? 'hidden' : 'visible'}>
        <ShellFrame home={home} menu={menu} routes={routes} route={route} />
      </Activity>
      {isMap && (pathname === wallPath ? <WallScreen /> : <MapPage />)}
      {detour !== undefined && <Navigate key={pathname + address} to={detour} replace />}
    </QueryClientProvider>
  );
}
