import {
  listCalibrationChannels,
  listCalibrationSites,
  listCalibrationSources,
  listCalibrationStations,
} from '@limpid/contract/calibration/choices';
import { calibrationConfig } from '@limpid/contract/calibration/config';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { getAccessibleSites } from '../../data/data.api.ts';
import { searchStations } from '../references/reference.store.ts';
import { prepareConfig } from './config.service.ts';
import {
  type AutomaticColumns,
  configScope,
  listChannelsToCalibrate,
  listMembers,
  listSitesToCalibrate,
  listSourcesToCalibrate,
  replaceMembers,
} from './config.store.ts';

/** Which sites are calibrated, against what and within which limits. */
export function addCalibrationConfigs(app: App): void {
  const definition: Definition<typeof calibrationConfig, AutomaticColumns> = {
    resource: calibrationConfig,
    table: 'calibrationConfig',
    view: 'calibrationConfigRow',
    scope: configScope,
    beforeWrite: prepareConfig,
    async afterWrite(id, { siteIds, channelIds, referenceSiteIds }, { db }) {
      await replaceMembers(db, id, { siteIds, channelIds, referenceSiteIds });
    },
    complete: async (row, db) => ({ ...row, ...(await listMembers(db, row.configId)) }),
  };
  route(app, listCalibrationSites, async ({ scope, query }) => {
    const { rows, total } = await listSitesToCalibrate(app.db, scope, query);
    return { sites: rows, total };
  });
  route(app, listCalibrationChannels, () => listChannelsToCalibrate(app.db));
  // Sources are public, as what they publish.
  route(app, listCalibrationSources, () => listSourcesToCalibrate(app.db));
  route(app, listCalibrationStations, async ({ scope, query }) => {
    const { siteIds = [] } = query;
    if (siteIds.length > 0) await getAccessibleSites(app.db, scope, siteIds, 'siteIds');
    const { rows, total } = await searchStations(app.db, query);
    return { stations: rows, total };
  });
  crud(app, calibrationConfig, definition);
  routeStatus(app, definition);
}
