import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { transact } from '../../platform/db/transaction.ts';
import { cannonsEdited, linkagesEdited } from '../fogcannon/fogcannon.api.ts';
import { forwardTargetsEdited } from '../forward/forward.api.ts';
import { siteChanged } from '../reading/model.api.ts';
import { removeAbandonedStations } from '../reference/reference.api.ts';
import { removeAbandonedConfigs } from './demo-calibration.store.ts';
import { removeAbandonedCannons } from './demo-cannons.store.ts';
import { removeAbandonedTargets } from './demo-forward.store.ts';
import { removeAbandonedNotifications } from './demo-notify.store.ts';
import { removeAbandonedReports } from './demo-reports.store.ts';

/**
 * The demo's people, channels, rota, reference source, calibrations, reports, cannons and linkage rules go with its last site; its
 * forwarding target goes with the last simulated site of its entity.
 */
export function addDemoRemoval(app: App): void {
  app.bus.subscribe(siteChanged, () =>
    runInBackground(app, async () => {
      await transact(app.pool, removeAbandonedNotifications);
      await transact(app.pool, removeAbandonedConfigs);
      await transact(app.pool, removeAbandonedReports);
      // Once more after those of other areas: a source that a config names is kept.
      await app.db.transaction().execute(removeAbandonedStations);
      if (await transact(app.pool, removeAbandonedTargets)) {
        await app.parameters.clear();
        await app.bus.publish(forwardTargetsEdited);
      }
      if (!(await transact(app.pool, removeAbandonedCannons))) return;
      for (const topic of [cannonsEdited, linkagesEdited]) await app.bus.publish(topic);
    }),
  );
}
