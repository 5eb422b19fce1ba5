import {
  listEntityChoices,
  listSiteChoices,
  listSitePlaces,
  type QueryPermission,
} from '@limpid/contract/data/site-choice';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { listChoosableEntities, listChoosableSites, listPlaces } from './site-choice.store.ts';

/** Sites to choose from on screens with a query; each screen shows the sites in the data scope of its own permission. */
export function addSiteChoices(app: App): void {
  app.scopedPaths.add(listSiteChoices.path);
  route(app, listSiteChoices, ({ caller, query: { permission, ...search } }) =>
    listChoosableSites(app.db, scopeOfScreen(caller, permission), search),
  );
  route(app, listEntityChoices, ({ caller, query: { permission } }) =>
    listChoosableEntities(app.db, scopeOfScreen(caller, permission)),
  );
  route(app, listSitePlaces, ({ caller, query: { permission } }) =>
    listPlaces(app.db, scopeOfScreen(caller, permission)),
  );
}

/** The sites that the caller reaches on the screen with this permission. */
export function scopeOfScreen(caller: Caller, permission: QueryPermission): Scope {
  if (!hasPermission(caller, permission)) fail('auth.forbidden');
  return computeScope(caller, permission);
}
