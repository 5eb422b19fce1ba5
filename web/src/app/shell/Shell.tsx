import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { safePath } from '../../lib/safe-path.ts';
import { currentLanguage } from '../i18n.ts';
import { LiveNotices } from '../live/LiveNotices.tsx';
import { findContentRoute, homePath } from '../menu/content-routes.ts';
import { useConsole } from '../menu/use-console.ts';
import { setDateLanguage } from './date-language.ts';
import { ShellFrame } from './ShellFrame.tsx';

const hour = 3_600_000;

const queries = new QueryClient({
  // A failed call has told the person already; a hidden tab keeps its rows while others are at work. Being
  // offline is a failure like any other: nothing is kept to be sent behind the person's back.
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, gcTime: hour, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

setDateLanguage(currentLanguage());

/** Pages without a tab. */
const bare = new Set(['/404', '/401']);

export function Shell() {
  const { pathname, search, hash } = useLocation();
  const { home, menu, routes } = useConsole();
  const address = search + hash;
  const again = /^\/redirect(\/.*)$/.exec(pathname)?.[1];
  const route = findContentRoute(routes, pathname);
  // The frame stays mounted throughout, so that no detour costs a tab its state.
  const detour =
    pathname === '/'
      ? homePath + address
      : again !== undefined
        ? (safePath(again + address) ?? '/')
        : route || bare.has(pathname)
          ? undefined
          : '/404';
  return (
    <QueryClientProvider client={queries}>
      <LiveNotices />
      <ShellFrame home={home} menu={menu} routes={routes} route={route} />
      {detour !== undefined && <Navigate key={pathname + address} to={detour} replace />}
    </QueryClientProvider>
  );
}
