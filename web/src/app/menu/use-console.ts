import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { holdsPermission, type Session, useSession } from '../../api/session.ts';
import { hasScreen } from '../screens.ts';
import { type ContentRoute, homePath, listContentRoutes } from './content-routes.ts';
import { buildMenu } from './menu.ts';
import { readRouteTree } from './route-tree.ts';

/** Pages that no menu names but another page leads to; they light that page's menu entry. */
function listInnerRoutes(session: Session, routes: ContentRoute[], title: string): ContentRoute[] {
  if (!holdsPermission(session, ['system:dict:list'])) return [];
  const parent = routes.find(({ show }) => 'component' in show && show.component === 'system/dict/index');
  return [
    {
      path: '/dict/type/data/:dictId',
      params: { dictId: /^\d+$/ },
      title,
      trail: parent ? [...parent.trail, parent.title] : [],
      show: { component: 'system/dict/data' },
      noCache: false,
      pinned: false,
      menuKey: parent?.menuKey ?? '',
    },
  ];
}

/** The menu and the pages of the person who is logged in. */
export function useConsole() {
  const { t } = useTranslation();
  const session = useSession();
  return useMemo(() => {
    const tree = readRouteTree(session.routes, hasScreen);
    const home: ContentRoute = {
      path: homePath,
      title: t('shell.home'),
      trail: [],
      show: { component: 'index' },
      noCache: true,
      pinned: true,
      menuKey: homePath,
    };
    const routes = listContentRoutes(tree);
    const inner = listInnerRoutes(session, routes, t('shell.dictData'));
    return { home, menu: buildMenu(tree), routes: [home, ...routes, ...inner] };
  }, [session, t]);
}
