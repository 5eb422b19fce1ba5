import { fail } from '@limpid/contract/errors';
import { forceLogout, online } from '@limpid/contract/monitor/online';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { isSuperUser, mayEverything } from '../../platform/auth/caller.ts';
import { route } from '../../platform/http/route.ts';
import { endSessionByNumber, findOwner } from './online.store.ts';

const scope = { dept: 'deptId', user: 'userId' };

export function addOnlineUsers(app: App): void {
  crud(app, online, { table: 'onlineSession', scope });
  route(app, forceLogout, async ({ params, caller, scope: reach }) => {
    const sessionId = Number(params.tokenId);
    const userId = (await findOwner(app.db, reach, sessionId)) ?? fail('session.gone');
    if (isSuperUser({ userId }) && !mayEverything(caller)) fail('user.administrator');
    await endSessionByNumber(app.db, sessionId);
  });
}
