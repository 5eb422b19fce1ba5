import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { hasScreen } from '../screens.ts';
import { chooseHome } from './choose-home.ts';
import { type ContentRoute, homePath, listContentRoutes, profilePath } from './content-routes.ts';
import { listInnerRoutes } from './inner-routes.ts';
import { buildMenu } from './menu.ts';
import { readRouteTree } from './route-tree.ts';

/** The menu and the pages of the current user. */
export function useConsole() {
  const { t } = useTranslation();
  const session = useSession();
  return useMemo(() => {
    const tree = readRouteTree(session.routes, hasScreen);
    const home: ContentRoute = {
      path: homePath,
      title: t('shell.home'),
      trail: [],
      show: { component: chooseHome(session) },
      noCache: true,
      pinned: true,
      menuKey: homePath,
    };
    const profile: ContentRoute = {
      path: profilePath,
      title: t('shell.pages.profile'),
      trail: [],
      show: { component: 'system/user/profile/index' },
      noCache: false,
      pinned: false,
      menuKey: '',
    };
    const routes = listContentRoutes(tree);
    const inner = listInnerRoutes(session, routes, t);
    return { home, menu: buildMenu(tree), routes: [home, profile, ...routes, ...inner] };
  }, [session, t]);
}
