import { fail } from '@limpid/contract/errors';
import { listReferenceChoices } from '@limpid/contract/reference/reference-choice';
import type { App } from '../../platform/app.ts';
import { hasPermission } from '../../platform/auth/caller.ts';
import { route } from '../../platform/http/route.ts';
import { listReferenceStations } from './reference-line.store.ts';

/** Official stations to choose from; their publications are public, so there is no data scope. */
export function addReferenceChoices(app: App): void {
  route(app, listReferenceChoices, ({ caller, query: { permission, ...search } }) => {
    if (!hasPermission(caller, permission)) fail('auth.forbidden');
    return listReferenceStations(app.db, search);
  });
}
