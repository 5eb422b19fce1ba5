import {
  listSavedQueries,
  maxSavedQueries,
  removeSavedQuery,
  saveQuery,
} from '@limpid/contract/data/saved-query';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { cleanAddress } from './saved-address.rule.ts';
import { listUsableQueries, removeOwnQuery, replaceQuery } from './saved-query.store.ts';
import { scopeOfScreen } from './site-choice.feature.ts';

/** Queries under a name: a user's own, and those shared within a department. */
export function addSavedQueries(app: App): void {
  route(app, listSavedQueries, ({ caller, query: { permission } }) =>
    listUsableQueries(app.db, caller, scopeOfScreen(caller, permission)),
  );
  route(app, saveQuery, async ({ caller, body }) => {
    const query = { ...body, address: cleanAddress(body.address ?? ''), queryName: body.queryName.trim() };
    if (query.queryName === '')
      fail('field.required', { label: 'data.savedQuery.fields.queryName' }, 'queryName');
    const isSaved = await replaceQuery(app.db, caller.userId, query, app.clock.now());
    if (!isSaved) fail('query.too_many', { count: maxSavedQueries });
  });
  route(app, removeSavedQuery, async ({ caller, params: { queryId } }) => {
    if (!(await removeOwnQuery(app.db, caller.userId, queryId))) fail('row.gone');
  });
}
