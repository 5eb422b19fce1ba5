import { fail } from '@limpid/contract/errors';
import { listReportChannels, listReportCities } from '@limpid/contract/report/report-plan';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import {
  chooseDepartment,
  findReportedEntity,
  findReportedSite,
  listCities,
  reachesDepartment,
} from '../subjects/subject.store.ts';
import { listChannelsFor } from './channel.store.ts';

/** What forms of reports and plans offer: cities, and channels of notifications. */
export function addReportChoices(app: App): void {
  const { db } = app;
  // What reference stations publish is public.
  route(app, listReportCities, ({ query: { search = '' } }) => listCities(db, search.trim()));
  route(app, listReportChannels, async ({ scope, caller, query: { siteId, entityId, deptId } }) => {
    if (siteId) {
      const site = (await findReportedSite(db, scope, siteId)) ?? fail('scope.denied', {}, 'siteId');
      return listChannelsFor(db, site.deptId);
    }
    if (entityId) {
      const entity = (await findReportedEntity(db, scope, entityId)) ?? fail('scope.denied', {}, 'entityId');
      return listChannelsFor(db, entity.deptId);
    }
    if (deptId && !(await reachesDepartment(db, scope, deptId))) fail('scope.denied', {}, 'deptId');
    const own = deptId ?? (await chooseDepartment(db, scope, caller.deptId));
    return own === undefined ? [] : listChannelsFor(db, own);
  });
}
