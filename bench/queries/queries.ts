import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import {
  listDaysWithoutColumns,
  makeDayColumns,
} from '../../server/src/features/reading/columns/day-columns.store.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { requestBytes, requestJson, startServerProcess } from '../http/requests.ts';
import { postgresSeconds, processSeconds, readPostmaster } from '../shared/processor.ts';
import { makeBlocksOf } from './hour-blocks.ts';
import { distinctDays } from './packed-days.ts';
import { listQueryCases, type QueryCase } from './query-cases.ts';
import { openQueryData, type QueryData, size } from './query-data.ts';
import { measureUnusualHour } from './unusual-hour.ts';

const password = 'Correct-horse-1';
/** A folder in which the data is kept, so that the next run can start at once. */
const kept = process.env['BENCH_QUERY_DIR'];
/** Only the questions whose name contains this. */
const asked = process.env['BENCH_QUESTIONS'] ?? '';
const usualRounds = 200;
const repeated = 20;

interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

interface CaseFigures {
  name: string;
  bar: string;
  /** Requests for sites or days not read before (cold), and for a few that are read repeatedly (warm). */
  first: Latency;
  again: Latency;
  /** The same rows by SQL alone for other sites, alternating with the requests. */
  baselineFirst: Latency;
  baselineAgain: Latency;
  /** Processor milliseconds per response, which other load on the machine changes little. */
  processor: { server: number; postgres: number };
}

/**
 * Measures the queries of the screens at 10,000 sites over HTTP and within a data scope, each compared with its SQL.
 */
export async function measureQueries(print: (line: string) => void): Promise<void> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'limpid-bench-'));
  const embedded = await startEmbedded({ dataDir });
  await prepareDatabase(embedded.connection, { adminPassword: password, demo: false }, () => {});
  const maker = openDatabase({ ...embedded.connection, statement_timeout: 0 }, 'UTC', () => undefined);
  try {
    const data = await openQueryData(maker.pool, print);
    await makeAllColumns(maker.pool, data);
    // A worker would make blocks of hours of all sites meanwhile.
    const server = await startServerProcess(dataDir, embedded.connection, { ROLES: 'http' });
    try {
      const { token } = await requestJson('POST', '/login', undefined, { username: 'bench', password });
      const processes = { server: server.pid ?? 0, postmaster: readPostmaster(dataDir) };
      for (const line of describeData(data)) print(line);
      for (const question of listQueryCases(data).filter(({ name }) => name.includes(asked))) {
        print(describeCase(await measureCase(question, maker.pool, token, processes)));
      }
      print(await measureUnusualHour(maker.pool, data));
    } finally {
      await server.stop();
    }
  } finally {
    await maker.close();
    await embedded.stop();
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A worker makes the columns of days that have ended; the run does not wait for it. */
async function makeAllColumns(pool: pg.Pool, { slots }: QueryData): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (const day of await listDaysWithoutColumns(pool, today, slots, size.days))
    await makeDayColumns(pool, day, slots);
}

async function measureCase(
  question: QueryCase,
  pool: pg.Pool,
  token: string,
  processes: Processes,
): Promise<CaseFigures> {
  const { name, bar, rounds = usualRounds } = question;
  const sites = shuffleSites();
  const pick = (index: number) => sites[index % sites.length] ?? 1;
  if (question.yearOf) {
    const asked = [1, 2, 3, ...Array.from({ length: rounds }, (_, round) => pick(2 * round))];
    await makeBlocksOf(pool, asked.flatMap(question.yearOf));
  }
  const byHttp = async (site: number, round: number) => {
    const response = await requestBytes('GET', question.path(site, round), token);
    if (!response.includes('"code":200')) throw new Error(`${name}: ${response.subarray(0, 300).toString()}`);
  };
  const bySql = async (site: number, round: number) => {
    for (const statement of question.bare(site, round)) await pool.query(statement);
  };
  // Warms the server up, whatever its caches contain.
  for (let round = 0; round < 30; round++) await byHttp(1 + (round % 3), 0);
  const [first, baselineFirst] = await takeTurns(
    rounds,
    (round) => byHttp(pick(2 * round), round),
    (round) => bySql(pick(2 * round + 1), round + 7),
  );
  const [again, baselineAgain] = await takeTurns(
    rounds,
    (round) => byHttp(pick(2 * (round % repeated)), round % repeated),
    (round) => bySql(pick(2 * (round % repeated) + 1), (round % repeated) + 7),
  );
  const processor = await measureProcessorTime(processes, rounds, (round) =>
    byHttp(pick(2 * (round % repeated)), round % repeated),
  );
  return { name, bar, first, again, baselineFirst, baselineAgain, processor };
}

interface Processes {
  server: number;
  postmaster: number;
}

async function measureProcessorTime(
  { server, postmaster }: Processes,
  rounds: number,
  work: (round: number) => Promise<void>,
): Promise<CaseFigures['processor']> {
  const before = [processSeconds(server), postgresSeconds(postmaster)] as const;
  for (let round = 0; round < rounds; round++) await work(round);
  const each = (seconds: number) => (seconds * 1000) / rounds;
  return {
    server: each(processSeconds(server) - before[0]),
    postgres: each(postgresSeconds(postmaster) - before[1]),
  };
}

function describeData({ seconds, gigabytes, bytesPerValue, bytesPerHour }: QueryData): string[] {
  const { hours, packed, loose } = bytesPerValue;
  const count = (value: number) => value.toLocaleString('en');
  return [
    `questions at ${count(size.sites)} sites × ${size.channels} channels: hours of ${size.days} days, ${size.packedDays} packed days (each one of ${distinctDays}), a loose day of ${count(size.looseSites)} sites`,
    `  made in ${seconds.toFixed(0)} s, ${gigabytes.toFixed(1)} GB; bytes a value: ${packed.toFixed(2)} packed, ${loose.toFixed(1)} loose, ${hours.toFixed(1)} in hours (${bytesPerHour.toFixed(0)} an hour of a site)`,
    `${' '.repeat(38)}first asked, p50 95 99 ms   asked again, p50 95 99 ms   bare SQL, first p50 95   again p50 95   load   processor ms: server, PostgreSQL`,
  ];
}

function describeCase(figures: CaseFigures): string {
  const { name, bar, first, again, baselineFirst, baselineAgain, processor } = figures;
  const figure = (value: number) => value.toFixed(value < 100 ? 1 : 0).padStart(6);
  const of = ({ p50, p95, p99 }: Latency) => [p50, p95, p99].map(figure).join(' ');
  const bare = ({ p50, p95 }: Latency) => [p50, p95].map(figure).join(' ');
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${name.padEnd(38)}${of(first)}       ${of(again)}        ${bare(baselineFirst)}          ${bare(baselineAgain)}   ${load.padStart(5)}   ${figure(processor.server)} ${figure(processor.postgres)}   ${bar && `(bar ${bar})`}`;
}

/** Alternates both, so that other load on the machine slows both alike. */
async function takeTurns(
  count: number,
  ...works: [(round: number) => Promise<void>, (round: number) => Promise<void>]
): Promise<[Latency, Latency]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < count; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work(round);
      times[index]?.push(performance.now() - start);
    }
  }
  return [describe(times[0]), describe(times[1])];
}

function describe(times: number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function shuffleSites(): number[] {
  const sites = Array.from({ length: size.sites }, (_, index) => index + 1);
  for (let left = sites.length; left > 1; left--) {
    const other = Math.floor(Math.random() * left);
    [sites[left - 1], sites[other]] = [sites[other] ?? 0, sites[left - 1] ?? 0];
  }
  return sites;
}
