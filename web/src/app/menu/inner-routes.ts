import { holdsPermission, type Session } from '../../api/session.ts';
import { type ContentRoute, mapPermission } from './content-routes.ts';

interface InnerPage {
  path: string;
  /** The pattern of each path parameter. */
  params: Record<string, RegExp>;
  /** Translation key of the title. */
  title: string;
  component: string;
  permission: string;
  /** The component of the menu page that leads here; its entry is highlighted. */
  parent: string;
}

/** Pages without a menu entry, reached from another page. */
const innerPages: InnerPage[] = [
  {
    path: '/system/role-auth/user/:roleId',
    params: { roleId: /^\d+$/ },
    title: 'shell.pages.roleUsers',
    component: 'system/role/authUser',
    permission: 'system:role:edit',
    parent: 'system/role/index',
  },
  {
    path: '/dict/type/data/:dictId',
    params: { dictId: /^\d+$/ },
    title: 'shell.pages.dictData',
    component: 'system/dict/data',
    permission: 'system:dict:list',
    parent: 'system/dict/index',
  },
  {
    path: '/job/log',
    params: {},
    title: 'shell.pages.taskLog',
    component: 'monitor/job/log',
    permission: 'monitor:job:list',
    parent: 'monitor/job/index',
  },
  {
    path: '/map/site/:siteId',
    params: { siteId: /^\d+$/ },
    title: 'map.sitePage.title',
    component: 'map/site/index',
    permission: mapPermission,
    parent: 'data/realtime/index',
  },
  {
    path: '/site/forwardTarget/:targetId',
    params: { targetId: /^\d+$/ },
    title: 'shell.pages.forwardTarget',
    component: 'site/forwardTarget/page',
    permission: 'site:forwardTarget:query',
    parent: 'site/forwardTarget/index',
  },
  // The path that newer RuoYi clients use.
  {
    path: '/monitor/job-log/index/:jobId',
    params: { jobId: /^\d+$/ },
    title: 'shell.pages.taskLog',
    component: 'monitor/job/log',
    permission: 'monitor:job:list',
    parent: 'monitor/job/index',
  },
];

export function listInnerRoutes(
  session: Session,
  routes: ContentRoute[],
  t: (key: string) => string,
): ContentRoute[] {
  return innerPages
    .filter(({ permission }) => holdsPermission(session, [permission]))
    .map(({ path, params, title, component, parent: leadsHere }) => {
      const parent = routes.find(({ show }) => 'component' in show && show.component === leadsHere);
      return {
        path,
        params,
        title: t(title),
        trail: parent ? [...parent.trail, parent.title] : [],
        show: { component },
        noCache: false,
        pinned: false,
        menuKey: parent?.menuKey ?? '',
      };
    });
}
