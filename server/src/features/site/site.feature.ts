import { createHash, randomBytes } from 'node:crypto';
import { fail } from '@limpid/contract/errors';
import { listToWriteAgain } from '@limpid/contract/site/coefficients';
import {
  countSimulated,
  listCoefficientStates,
  listCoefficients,
  newSiteKey,
  removeSimulated,
  site,
  writeCoefficientsAgain,
} from '@limpid/contract/site/site';
import { crud } from '../../crud/crud.ts';
import type { Definition } from '../../crud/definition.ts';
import { findRow } from '../../crud/list.ts';
import { routeStatus } from '../../crud/status.ts';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { route } from '../../platform/http/route.ts';
import { judgeCoefficient, listCoefficientsOnDevice, orderCoefficients } from '../device/device.api.ts';
import { refuseLockedRemoval } from '../reading/locks/locks.api.ts';
import { siteChanged } from '../reading/model.api.ts';
import { removeReadings } from '../reading/reading.api.ts';
import { listCoefficientHistory } from './coefficients.store.ts';
import { makeSiteSheetImport, prepareSite, saveSiteParts, sweepReadings } from './site.service.ts';
import {
  listSensorTypeIds,
  listSimulatedSites,
  lockSiteRow,
  removeContact,
  removeSites,
  siteScope,
  storeKeyHash,
} from './site.store.ts';

export function addSites(app: App): void {
  const definition: Definition<typeof site> = {
    resource: site,
    table: 'site',
    view: 'siteRow',
    scope: siteScope,
    secrets: app.secrets,
    cache: { clear: () => app.bus.publish(siteChanged) },
    prepareImport: makeSiteSheetImport,
    beforeWrite: prepareSite,
    afterWrite: (id, given, writer, before) => saveSiteParts(app, id, given, writer, before),
    complete: async (row, db) => ({
      ...row,
      sensorTypeIds: await listSensorTypeIds(db, row.siteId),
    }),
    async beforeRemove(row, { db }) {
      await refuseLockedRemoval(db, row);
      await removeContact(db, row.siteId);
    },
  };
  crud(app, site, definition);
  routeStatus(app, definition);
  routeKeys(app, definition);
  routeCoefficients(app, definition);
  route(app, countSimulated, async ({ scope }) => ({
    count: (await listSimulatedSites(app.db, scope)).length,
  }));
  routeRemoval(app, definition);
}

function routeRemoval(app: App, definition: Definition): void {
  const closing = new AbortController();
  app.http.addHook('onClose', async () => closing.abort());
  route(app, removeSimulated, async ({ scope }) => {
    const siteIds = await listSimulatedSites(app.db, scope);
    await app.db.transaction().execute(async (db) => {
      // Sites first, so that readings which arrive now are refused.
      await removeSites(db, siteIds);
      await removeReadings(db, siteIds);
    });
    await definition.cache?.clear();
    runInBackground(app, () => sweepReadings(app.db, siteIds, closing.signal));
    return { count: siteIds.length };
  });
}

function routeKeys(app: App, definition: Definition): void {
  route(app, newSiteKey, async ({ body: { siteId }, scope }) => {
    const accessKey = randomBytes(24).toString('base64url');
    await app.db.transaction().execute(async (db) => {
      if (!(await findRow(db, definition, scope, siteId))) fail('row.gone');
      await storeKeyHash(db, siteId, createHash('sha256').update(accessKey).digest('hex'));
    });
    await definition.cache?.clear();
    return { accessKey };
  });
}

function routeCoefficients(app: App, definition: Definition): void {
  route(app, listCoefficients, async ({ params: { siteId }, scope }) => {
    if (!(await findRow(app.db, definition, scope, siteId))) fail('row.gone');
    return listCoefficientHistory(app.db, siteId);
  });
  route(app, listCoefficientStates, async ({ params: { siteId }, scope }) => {
    if (!(await findRow(app.db, definition, scope, siteId))) fail('row.gone');
    return listStates(app.db, siteId);
  });
  route(app, writeCoefficientsAgain, async ({ body: { siteId }, scope, caller, language }) => {
    const count = await app.db.transaction().execute(async (db) => {
      if (!(await findRow(db, definition, scope, siteId))) fail('row.gone');
      await lockSiteRow(db, siteId);
      const changes = listToWriteAgain(await listStates(db, siteId));
      await orderCoefficients(app, db, { siteId, changes, caller, language });
      return changes.length;
    });
    await definition.cache?.clear();
    return { count };
  });
}

async function listStates(db: Database, siteId: number) {
  const found = await listCoefficientsOnDevice(db, siteId);
  return found.map(({ isPending, ...one }) => ({ ...one, state: judgeCoefficient({ isPending, ...one }) }));
}
