import { fail } from '@limpid/contract/errors';
import { forceLogout, online } from '@limpid/contract/monitor/online';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { route } from '../../platform/http/route.ts';
import { endReachableSession } from './online.store.ts';

const scope = { dept: 'deptId', user: 'userId' };

export function addOnlineUsers(app: App): void {
  crud(app, online, { table: 'onlineSession', scope });
  route(app, forceLogout, async ({ params, scope: reach }) => {
    if (!(await endReachableSession(app.db, reach, Number(params.tokenId)))) fail('session.gone');
  });
}
