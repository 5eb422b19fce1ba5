import {
  acceptCalibration,
  type CalibrationRun,
  listCalibrationRuns,
  readCalibrationDrift,
  readCalibrationPairs,
  readCalibrationRun,
  rejectCalibration,
  startCalibration,
} from '@limpid/contract/calibration/result';
import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { route } from '../../../platform/http/route.ts';
import { translate, translateStored } from '../../../platform/texts.ts';
import { getZone } from '../../data/data.api.ts';
import { joinInForce } from '../rules/in-force.rule.ts';
import { addScheduledRuns } from './due-runs.ts';
import { routeRunExport } from './export-run.ts';
import { listAppliedLines, listFittedLines, readDeviceHistory } from './in-force.store.ts';
import { readPairFlags } from './pair-flags.ts';
import { refuseOutsideConfig } from './refuse-outside-config.ts';
import { decideResults, findResult, listReachedResults, listResults } from './result.store.ts';
import { findRun, findRunSettings, finishCalibrationRun, listRuns } from './run.store.ts';
import { beginRun, type CalibrationServices, runCalibration } from './run-calibration.ts';

const defaultMonths = 12;

const presentRun = (run: CalibrationRun, language: Language): CalibrationRun => ({
  ...run,
  problem: translateStored(language, run.problem),
});

/** Runs of calibration configs, their results, and what people decide about them. */
export function addCalibrationRuns(app: App, services: CalibrationServices): void {
  const { db, clock } = app;
  app.scopedPaths.add('/site/calibration');
  addScheduledRuns(app, services);
  routeRunExport(app);

  route(app, startCalibration, async ({ caller, scope, body, language }) => {
    const settings = (await findRunSettings(db, scope, body.configId)) ?? fail('row.gone');
    const run =
      (await beginRun(app, settings, caller.userName)) ??
      fail('calibration.running', { name: settings.configName });
    const { runId } = run;
    let isStarted = false;
    try {
      const id = await app.work.start({
        caller,
        language,
        title: translate(language, 'calibration.run.title', { name: settings.configName }),
        run: async (control) => ({
          report: { runId, ...(await runCalibration(app, services, run, control)) },
        }),
      });
      isStarted = true;
      return { id };
    } finally {
      if (!isStarted)
        await finishCalibrationRun(db, runId, { state: 'cancelled', at: clock.now(), problem: null });
    }
  });
  route(app, listCalibrationRuns, async ({ scope, query: { configId }, language }) => {
    if (!(await findRunSettings(db, scope, configId))) fail('row.gone');
    const runs = await listRuns(db, scope, configId);
    return { runs: runs.map((run) => presentRun(run, language)) };
  });
  route(app, readCalibrationRun, async ({ scope, query: { runId }, language }) => ({
    run: presentRun((await findRun(db, scope, runId)) ?? fail('calibration.run_gone'), language),
    results: await listResults(db, scope, runId),
  }));
  route(app, readCalibrationPairs, async ({ scope, query: { resultId } }) => {
    const { result, pairs, slot } = (await findResult(db, scope, resultId)) ?? fail('calibration.run_gone');
    return { result, pairs: { ...pairs, ...(await readPairFlags(app.pool, result.siteId, slot, pairs.at)) } };
  });
  route(
    app,
    readCalibrationDrift,
    async ({ scope, query: { siteId, channelId, months = defaultMonths } }) => {
      const zone = await getZone(db, scope, siteId);
      const now = clock.now();
      const to = now.getTime();
      const from = new Date(now).setUTCMonth(now.getUTCMonth() - months);
      const platform = await listAppliedLines(db, siteId, channelId, from);
      const applied = joinInForce(platform, await readDeviceHistory(db, siteId, channelId), from);
      return { from, to, zone, applied, fitted: await listFittedLines(db, siteId, channelId, from) };
    },
  );
  route(app, acceptCalibration, ({ caller, scope, body }) =>
    decide(scope, body.resultIds, 'accepted', caller.userName),
  );
  route(app, rejectCalibration, ({ caller, scope, body }) =>
    decide(scope, body.resultIds, 'rejected', caller.userName),
  );

  /** All or nothing: the second of two decisions about the same proposal is refused. */
  function decide(scope: Scope, ids: readonly number[], decision: 'accepted' | 'rejected', by: string) {
    const wanted = [...new Set(ids)];
    return db.transaction().execute(async (transaction) => {
      const reached = await listReachedResults(transaction, scope, wanted);
      if (reached.length < wanted.length) fail('scope.denied', {}, 'resultIds');
      if (decision === 'accepted' && reached.some(({ isNewest }) => !isNewest))
        fail('calibration.newer_run', {}, 'resultIds');
      if (decision === 'accepted') await refuseOutsideConfig(transaction, wanted);
      const decided = await decideResults(transaction, wanted, { decision, by, at: clock.now() });
      if (decided.length < wanted.length) fail('calibration.decided', {}, 'resultIds');
      return { decided: decided.length };
    });
  }
}
