import { fail } from '@limpid/contract/errors';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { batchLogout, forceLogout, online } from '@limpid/contract/monitor/online';
import type { Definition } from '../../crud/definition.ts';
import { findRow, listRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { type Caller, isSuperUser, mayEverything } from '../../platform/auth/caller.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { route } from '../../platform/http/route.ts';
import { endSessionsByNumber, findOwner } from './online.store.ts';

const definition: Definition = {
  resource: online,
  table: 'onlineSession',
  scope: { dept: 'deptId', user: 'userId' },
};
/** The family's clients ask for no page and cut the answer into pages themselves. */
const whole = { pageSize: 1000 };

export function addOnlineUsers(app: App): void {
  const { list, get } = resourceEndpoints(online);
  app.scopedPaths.add(online.path);
  route(app, list, ({ query, scope, language }) =>
    listRows(app.db, definition, scope, { ...whole, ...query }, language),
  );
  route(app, get, async ({ params, scope }) => {
    return (await findRow(app.db, definition, scope, params.id)) ?? fail('session.gone');
  });
  route(app, forceLogout, ({ params, ...who }) => endSessions(app, who, [Number(params.tokenId)]));
  route(app, batchLogout, ({ params, ...who }) =>
    endSessions(app, who, params.tokenIds.split(',').map(Number)),
  );
}

async function endSessions(
  { db }: App,
  { caller, scope }: { caller: Caller; scope: Scope },
  sessionIds: readonly number[],
): Promise<void> {
  for (const sessionId of sessionIds) {
    const userId = (await findOwner(db, scope, sessionId)) ?? fail('session.gone');
    if (isSuperUser({ userId }) && !mayEverything(caller)) fail('user.administrator');
  }
  await endSessionsByNumber(db, sessionIds);
}
