import { fail } from '@limpid/contract/errors';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import type { Language } from '@limpid/contract/language';
import { batchLogout, forceLogout, online } from '@limpid/contract/monitor/online';
import type { Definition } from '../../crud/definition.ts';
import { findRow, listRows } from '../../crud/list.ts';
import type { App } from '../../platform/app.ts';
import { type Caller, hasAllPermissions, isSuperUser } from '../../platform/auth/caller.ts';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import { locateAddress } from '../../platform/http/address.rule.ts';
import { route } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/texts.ts';
import { refuseActionOnUser } from '../system/system.api.ts';
import { endSessionsByIds, findSessionOwner } from './online.store.ts';

type OnlineRow = RowOf<typeof online>;

const definition: Definition<typeof online> = {
  resource: online,
  table: 'onlineSession',
  scope: { dept: 'deptId', user: 'userId' },
};
/** The family's clients request no page and paginate in the browser. */
const singlePage = { pageSize: 1000 };

export function addOnlineUsers(app: App): void {
  const { list, get } = resourceEndpoints(online);
  app.scopedPaths.add(online.path);
  route(app, list, async ({ query, scope, language }) => {
    const page = await listRows(app.db, definition, scope, { ...singlePage, ...query }, language);
    return { ...page, rows: page.rows.map((row) => addLocation(row, language)) };
  });
  route(app, get, async ({ params, scope, language }) => {
    const row = await findRow(app.db, definition, scope, params.id);
    return row ? addLocation(row, language) : fail('session.gone');
  });
  route(app, forceLogout, ({ params, ...who }) => endSessions(app, who, [Number(params.tokenId)]));
  route(app, batchLogout, ({ params, ...who }) =>
    endSessions(app, who, params.tokenIds.split(',').map(Number)),
  );
}

/** Adds the location of the address, worded as in the login log. */
function addLocation(row: OnlineRow, language: Language): OnlineRow {
  const loginLocation = translateStored(language, locateAddress(String(row.ipaddr)));
  return { ...row, loginLocation };
}

async function endSessions(
  { db }: App,
  { caller, scope }: { caller: Caller; scope: Scope },
  sessionIds: readonly number[],
): Promise<void> {
  for (const sessionId of sessionIds) {
    const userId = (await findSessionOwner(db, scope, sessionId)) ?? fail('session.gone');
    if (isSuperUser({ userId }) && !hasAllPermissions(caller)) fail('user.administrator');
    await refuseActionOnUser(db, caller, userId);
  }
  await endSessionsByIds(db, sessionIds);
}
