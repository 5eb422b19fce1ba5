import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { FetchReason } from '@limpid/contract/reference/reference-fetch';
import type { FetchReport } from '@limpid/contract/reference/reference-source';
import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { makeWordReader } from '../published-words.ts';
import { referencesChanged } from '../references.feature.ts';
import { type OnPublished, type PublicationValues, writePublications } from '../write-publications.ts';
import { hasPastHours, longestRunMs, openSource, pastHours } from './ask-source.ts';
import { checkPastAnswer } from './parse/past-answer.rule.ts';
import type { Parsed, PublishedRow } from './parse/published-row.ts';
import { countSkip, type Skips, SourceProblem } from './parse/source-problem.ts';
import { describeState, planNext, readPollMinutes } from './schedule.rule.ts';
import {
  claimSource,
  finishFetch,
  holdsClaim,
  releaseSource,
  type StoredSource,
  saveSourceStations,
} from './source.store.ts';

/** Longer than a run can take; that of a process that died is over then. */
export const claimMs = 15 * MINUTE_MS;
/** Rows of one transaction. */
const batchSize = 5000;

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'config' | 'log' | 'outbound' | 'secrets'>;

interface Run {
  source: StoredSource;
  reason: FetchReason;
  signal: AbortSignal;
  onPublished: OnPublished;
  /** Begins each transaction: fails if this process may no longer write. */
  assertLeading?(db: Database): Promise<void>;
  /** How many of the requests are done, and how many there are. */
  report?(done: number, total: number): void;
}

interface Totals {
  rows: number;
  added: number;
  revised: number;
  unchanged: number;
  skips: Skips;
  /** The newest hour of the answers, with or without values. */
  newestAnswered: number | null;
  /** The newest one of which any station has a value: the others are still to come. */
  newestRelease: number | null;
  /** Why the first of the past hours that were left out could not be used. */
  pastProblem: SourceProblem | undefined;
}

/** Fetches the newest hour of a source and, when it is new, the hours before it. Undefined if the source is being fetched. */
export async function runFetch(deps: Deps, run: Run): Promise<FetchReport | undefined> {
  const { db, clock, log } = deps;
  const { sourceId, sourceName } = run.source;
  const claim = { sourceId, claim: randomUUID() };
  const startedAt = clock.now();
  const fetchId = await claimSource(db, claim, { reason: run.reason, now: startedAt, durationMs: claimMs });
  if (fetchId === undefined) return undefined;
  const totals: Totals = {
    rows: 0,
    added: 0,
    revised: 0,
    unchanged: 0,
    skips: new Map(),
    newestAnswered: null,
    newestRelease: null,
    pastProblem: undefined,
  };
  let problem: SourceProblem | undefined;
  try {
    await fetchAll(deps, run, claim, totals);
  } catch (error) {
    problem = describeFailure(error, run.signal);
    const { reason, detail } = problem;
    if (reason === 'unexpected') log.error({ err: error, sourceId }, 'fetching reference data failed');
    else log.warn({ sourceId, sourceName, reason, detail }, 'reference source not stored');
  }
  if (totals.added + totals.revised > 0) await deps.bus.publish(referencesChanged);
  await close(deps, run, { ...claim, fetchId }, totals, problem);
  return makeReport(totals, problem);
}

function describeFailure(error: unknown, signal: AbortSignal): SourceProblem {
  if (signal.aborted) return new SourceProblem('interrupted');
  return error instanceof SourceProblem ? error : new SourceProblem('unexpected');
}

async function fetchAll(
  deps: Deps,
  run: Run,
  claim: { sourceId: number; claim: string },
  totals: Totals,
): Promise<void> {
  const { source, signal } = run;
  const asked = openSource({ ...deps, readLevel: makeWordReader('level') }, source, signal);
  const deadline = performance.now() + longestRunMs;
  const newest = await asked.readNewest();
  await store(deps, run, claim, newest, totals);
  const { newestAnswered: release, newestRelease: filled } = totals;
  const isNew = filled !== null && (source.newestRelease === null || filled > source.newestRelease);
  const isPastDue = isNew || source.hasProblem || run.reason === 'manual';
  if (!asked.hasPast || release === null || !isPastDue) return;
  for (let back = 1; back < pastHours; back++) {
    run.report?.(back, pastHours);
    if (performance.now() > deadline) throw new SourceProblem('timeout');
    const releasedAt = release - back * HOUR_MS;
    const past = await readPastHour(async () => {
      const answer = await asked.readPast(releasedAt);
      checkPastAnswer(answer.rows, releasedAt, newest.rows);
      return answer;
    }, totals);
    if (past) await store(deps, run, claim, past, totals);
  }
  if (totals.pastProblem && totals.skips.get('pastHour') === pastHours - 1) throw totals.pastProblem;
}

/** A past hour; one whose answer cannot be used is counted, so that it keeps no older one out. */
async function readPastHour(read: () => Promise<Parsed>, totals: Totals): Promise<Parsed | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceProblem) || error.endsFetch) throw error;
    countSkip(totals.skips, 'pastHour');
    totals.pastProblem ??= error;
    return undefined;
  }
}

async function store(
  deps: Deps,
  { source, onPublished, assertLeading }: Run,
  claim: { sourceId: number; claim: string },
  { rows, read, skips }: Parsed,
  totals: Totals,
): Promise<void> {
  const { zone } = deps.config;
  totals.rows += read;
  for (const [reason, count] of skips) countSkip(totals.skips, reason, count);
  for (let from = 0; from < rows.length; from += batchSize) {
    const values = rows.slice(from, from + batchSize).map((row) => toValues(row, source));
    const outcomes = await deps.db.transaction().execute(async (transaction) => {
      await assertLeading?.(transaction);
      if (!(await holdsClaim(transaction, claim))) throw new SourceProblem('interrupted');
      const options = { writtenBy: source.sourceName, update: true, zone, onPublished };
      const written = await writePublications(transaction, values, options);
      const codes = values.map(({ stationCode }) => String(stationCode));
      await saveSourceStations(transaction, source.sourceId, codes);
      return written;
    });
    for (const outcome of outcomes) {
      if (outcome instanceof AppError) countSkip(totals.skips, 'refused');
      else totals[outcome]++;
    }
  }
  totals.newestAnswered = newestOf(rows, totals.newestAnswered);
  totals.newestRelease = newestOf(rows.filter(hasValue), totals.newestRelease);
}

const newestOf = (rows: readonly PublishedRow[], known: number | null): number | null =>
  rows.reduce<number | null>(
    (newest, { releasedAt }) => (newest === null ? releasedAt : Math.max(newest, releasedAt)),
    known,
  );

const hasValue = ({ amounts, aqi }: PublishedRow): boolean =>
  (aqi ?? null) !== null || Object.values(amounts).some((amount) => amount !== null);

function toValues(row: PublishedRow, { stationLevel }: StoredSource): PublicationValues {
  const { amounts, ...facts } = row;
  const level = facts.level === undefined ? {} : { level: facts.level as PublicationValues['level'] };
  return { ...facts, ...amounts, ...level, stationLevel } as PublicationValues;
}

function describeSkips(skips: Skips): string | null {
  return skips.size === 0 ? null : [...skips].map(([reason, count]) => `${reason} ${count}`).join(', ');
}

const describeProblem = (problem: SourceProblem | undefined) => ({
  problem: problem ? problemKey(problem) : null,
  problemDetail: problem?.detail.slice(0, 300) ?? null,
});

const problemKey = ({ reason }: SourceProblem) => `reference.problems.${reason}`;

async function close(
  { db, clock }: Deps,
  { source }: Run,
  ids: { sourceId: number; claim: string; fetchId: number },
  totals: Totals,
  problem: SourceProblem | undefined,
): Promise<void> {
  const at = clock.now();
  const now = at.getTime();
  const failCount = problem ? source.failCount + Number(problem.reason !== 'interrupted') : 0;
  // An hour counts as read only with the hours before it: after a failure they are asked again.
  const newestRelease = problem ? source.newestRelease : (totals.newestRelease ?? source.newestRelease);
  const standing = { now, newestRelease, failCount };
  const minutes = readPollMinutes(source.pollMinutes) ?? [0];
  // Past hours that were left out are the source's problem until a run has read them all; this run did its work.
  const standingProblem = problem ?? totals.pastProblem;
  await db.transaction().execute(async (transaction) => {
    await finishFetch(transaction, {
      ...describeProblem(problem),
      ...totals,
      fetchId: ids.fetchId,
      finishedAt: at,
      rowsRead: totals.rows,
      skipped: [...totals.skips.values()].reduce((sum, count) => sum + count, 0),
      skipReasons: describeSkips(totals.skips),
      newestRelease: totals.newestRelease === null ? null : new Date(totals.newestRelease),
    });
    await releaseSource(transaction, {
      ...describeProblem(standingProblem),
      ...ids,
      failCount,
      state: describeState(standing),
      newestRelease: newestRelease === null ? null : new Date(newestRelease),
      lastRunAt: at,
      nextRunAt: new Date(planNext({ ...standing, minutes, hasPast: hasPastHours(source) })),
    });
  });
}

function makeReport({ skips, ...totals }: Totals, problem: SourceProblem | undefined): FetchReport {
  return {
    rows: totals.rows,
    added: totals.added,
    revised: totals.revised,
    unchanged: totals.unchanged,
    skipped: [...skips].map(([reason, count]) => ({ reason, count })),
    problem: problem ? problemKey(problem) : null,
    detail: problem?.detail ?? '',
  };
}
