import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import { isDatabaseGone } from '../../../platform/db/database.ts';
import { describeServerError } from '../../../platform/error-log/fault.ts';
import { repeat } from '../../../platform/repeat.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { makeWakeUp } from '../../../platform/wake-up.ts';
import { reportMessagesWaiting, reportsChanged, reportsWaiting } from '../report-changed.ts';
import type { ReportRecord } from '../stored/report.store.ts';
import {
  beatReport,
  claimReport,
  failReport,
  maxMakingAttempts,
  type ReportClaim,
  releaseReport,
} from './claim.store.ts';
import { makeClaimedReport } from './make-report.ts';
import type { ReportMaker } from './report-maker.ts';

const lookEveryMs = 5 * SECOND_MS;
const heartbeatMs = 5 * SECOND_MS;
/** An attempt without a heartbeat for this long has lost its process. */
const staleMs = MINUTE_MS;
/** Before the second and the third attempt. */
const retryMs = [MINUTE_MS, 5 * MINUTE_MS];

/** Makes reports that wait, one at a time in each worker process. */
export function startReportMaking(app: App, { reports }: { reports: ReportMaker }): () => Promise<void> {
  const wake = makeWakeUp();
  const leave = app.bus.subscribe(reportsWaiting, wake.ring);
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const hasMade = await makeNextReport(app, reports, stopping.signal).catch((error: unknown) => {
        app.log.warn({ err: error }, 'making reports failed');
        return false;
      });
      if (!hasMade && !stopping.signal.aborted) await wake.wait(lookEveryMs);
    }
  })();
  return () => {
    leave();
    stopping.abort();
    wake.ring();
    return work;
  };
}

/** Makes one report, if one waits; returns whether there was one. */
export async function makeNextReport(
  app: App,
  maker: ReportMaker,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const id = randomUUID();
  const now = app.clock.now();
  const report = await claimReport(app.db, id, { now, staleBefore: new Date(now.getTime() - staleMs) });
  if (!report) return false;
  const claim = { reportId: report.reportId, claim: id };
  const stopBeats = repeat(
    heartbeatMs,
    async () => void (await beatReport(app.db, claim, app.clock.now())),
    (error) => app.log.warn({ err: error, reportId: report.reportId }, 'report heartbeat failed'),
  );
  try {
    await app.bus.publish(reportsChanged);
    const outcome = await orStopped(makeClaimedReport(app, maker, report, claim), signal);
    // Another process takes it at once; what is still being made here is dropped.
    if (outcome === 'stopped') await releaseReport(app.db, claim, app.clock.now());
    else if (outcome) await app.bus.publish(reportMessagesWaiting);
  } catch (error) {
    await noteFailure(app, report, claim, error);
  } finally {
    await stopBeats();
    await app.bus.publish(reportsChanged);
  }
  return true;
}

/** The outcome of work, unless the process is stopping: it does not wait for a report that takes long. */
async function orStopped<V>(work: Promise<V>, signal: AbortSignal): Promise<V | 'stopped'> {
  const { promise: stopped, resolve } = Promise.withResolvers<'stopped'>();
  const stop = () => resolve('stopped');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

/** Failures of the program itself may pass; what people have to settle does not. */
async function noteFailure(
  app: App,
  report: ReportRecord,
  claim: ReportClaim,
  error: unknown,
): Promise<void> {
  const { attempts } = report;
  const { reportId } = claim;
  const mayPass = !(error instanceof AppError) || error.key.startsWith('report.pdf_');
  const delay = mayPass && attempts < maxMakingAttempts ? retryMs[attempts - 1] : undefined;
  const problem =
    error instanceof AppError ? makeStoredText(`errors.${error.key}`, error.params) : 'errors.report.failed';
  if (!(error instanceof AppError)) {
    app.log.warn({ err: error, reportId, attempts }, 'making report failed');
    if (!isDatabaseGone(error)) app.errorLog.record(describeServerError(error));
  }
  const nextAt = delay === undefined ? undefined : new Date(app.clock.now().getTime() + delay);
  await failReport(app.db, claim, { problem, nextAt });
}
