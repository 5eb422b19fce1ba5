import type { App } from '../../../platform/app.ts';
import { isRunDue } from '../rules/due.rule.ts';
import { listScheduledConfigs } from './run.store.ts';
import { beginRun, type CalibrationServices, runCalibration } from './run-calibration.ts';

const textsOf = (method: string) => `calibration.tasks.${method}`;

/** The task that runs the configs whose schedule is due; a job looks every hour. */
export function addScheduledRuns(app: App, services: CalibrationServices): void {
  app.tasks.add({
    name: 'calibrationTask',
    method: 'runDue',
    texts: textsOf('runDue'),
    parameters: [],
    run: async (_, { signal, report }) => {
      const now = app.clock.now().getTime();
      const configs = await listScheduledConfigs(app.db);
      const due = configs.filter((config) => isRunDue(config, now, app.config.zone));
      let proposed = 0;
      const failures: unknown[] = [];
      for (const [place, settings] of due.entries()) {
        if (signal.aborted) break;
        const run = await beginRun(app, settings, null);
        // A person has just started one.
        if (!run) continue;
        // A round that fails keeps none of the others back.
        await runCalibration(app, services, run, { signal, report: () => undefined }).then(
          (outcome) => {
            proposed += outcome.proposed;
          },
          (error: unknown) => failures.push(error),
        );
        report(place + 1, due.length);
      }
      if (failures.length > 0) throw failures[0];
      return { key: 'calibration.tasks.ran', params: { count: due.length, proposed } };
    },
  });
}
