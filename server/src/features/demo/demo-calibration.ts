import { DAY_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { transact } from '../../platform/db/transaction.ts';
import {
  beginRun,
  type CalibrationServices,
  decideResults,
  findRunSettings,
  issueResults,
  listProposedResults,
  runCalibration,
} from '../calibration/calibration.api.ts';
import { prepareDemoConfigs } from './demo-calibration.store.ts';
import { demoPerson } from './demo-person.ts';
import { waitForHistory } from './wait-for-history.ts';

/** Rounds of the past, in days before now: their fits are the drift that the results show. */
const pastRounds = [21, 14, 7];
const issued = 2;
const accepted = 1;

const everywhere = { all: true } as const;
/**
 * Calibrates sites of the demo as people do: rounds over their history, K and B of two results issued for the past as well,
 * then a round with those in force, one of whose proposals is accepted. The others are left to the visitor.
 */
export async function runDemoCalibrations(
  app: App,
  services: CalibrationServices,
  signal: AbortSignal,
): Promise<void> {
  await waitForHistory(app, signal);
  const now = app.clock.now().getTime();
  for (const configId of await transact(app.pool, prepareDemoConfigs)) {
    let proposed: number[] = [];
    for (const days of pastRounds)
      proposed = await runRound(app, services, { configId, at: now - days * DAY_MS, signal });
    if (signal.aborted) return;
    const resultIds = spread(proposed, issued);
    await issueResults(app, { caller: demoPerson, scope: everywhere, language: 'en', resultIds });
    // A round takes K and B off stored values, which have to be corrected by them before.
    await waitForHistory(app, signal);
    const open = await runRound(app, services, { configId, at: now, signal });
    await app.db.transaction().execute((db) =>
      decideResults(db, spread(open, accepted), {
        decision: 'accepted',
        by: demoPerson.userName,
        at: app.clock.now(),
      }),
    );
  }
}

/** Some of the results, from several sites. */
function spread(resultIds: readonly number[], count: number): number[] {
  const step = Math.ceil(resultIds.length / count);
  return resultIds.filter((_, place) => place % step === 0);
}

interface Round {
  configId: number;
  at: number;
  signal: AbortSignal;
}

/** Runs a round as of a moment, and returns what it proposes. */
async function runRound(
  app: App,
  services: CalibrationServices,
  { configId, at, signal }: Round,
): Promise<number[]> {
  const settings = signal.aborted ? undefined : await findRunSettings(app.db, everywhere, configId);
  if (!settings) return [];
  const then: App = { ...app, clock: { ...app.clock, now: () => new Date(at) } };
  const run = await beginRun(then, settings, null);
  if (!run) return [];
  await runCalibration(then, services, run, { signal, report: () => undefined });
  return (await listProposedResults(app.db, run.runId)).map(({ resultId }) => resultId);
}
