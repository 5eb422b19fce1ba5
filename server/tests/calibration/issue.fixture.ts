import type { IssueOutcome } from '@limpid/contract/calibration/issue';
import { type Station, startStation } from '@limpid/simulator/station/station';
import { expect } from 'vitest';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import type { GatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { addSite } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { readCommandIds } from '../commands/command.fixture.ts';

/** What the instruments of these tests measure all the time. */
export const measured = 10;
let last = 0;

interface Proposal {
  siteId: number;
  k: number;
  b: number;
  kBefore?: number;
  bBefore?: number;
  channel?: string;
  target?: 'platform' | 'device';
  forPast?: boolean;
  acceptance?: 'manual' | 'automatic';
  /** Epoch milliseconds at which the window of the run begins. */
  from?: number;
}

/**
 * Stores a config with wide limits and a run with one proposal, for PM2.5 unless another channel is given; returns the id of
 * the result. The device has said its K and B before.
 */
export async function addProposal({ test }: Pick<GatewayFixture, 'test'>, given: Proposal): Promise<number> {
  const {
    siteId,
    k,
    b,
    kBefore = 1,
    bBefore = 0,
    target = 'platform',
    forPast = false,
    acceptance = 'manual',
  } = given;
  const now = test.clock.now();
  const { rows } = await test.app.pool.query<{ result_id: number }>(
    `with config as (
       insert into calibration_config (config_name, target, apply_to_past, acceptance, automatic_by, k_max, b_min, b_max)
       values ($1, $2, $3, $12, case when $12 = 'automatic' then 1 end, 10, -100, 100) returning config_id
     ), member as (insert into calibration_config_site select config_id, $4 from config), measured as (
       insert into calibration_config_channel select config_id, channel_id from config, basic_channel where channel_code = $11
     ), run as (
       insert into calibration_run (config_id, started_at, finished_at, state, from_hour, to_hour, settings)
       select config_id, $5, $5, 'done', $6, $5, '{}' from config returning run_id
     ), said as (
       insert into device_parameter (site_id, pol_id, code, read_value, read_at)
       select $4, $11, code, value::text, '2026-01-01' from (values ('i13008', $7::float8), ('i13007', $8)) as own (code, value)
       where $2 = 'device' on conflict do nothing
     )
     insert into calibration_result (run_id, site_id, channel_id, k_before, b_before, k, b, decision)
     select run_id, $4, channel_id, $7, $8, $9, $10, 'proposed' from run, basic_channel where channel_code = $11
     returning result_id`,
    [
      `config ${++last}`,
      target,
      forPast,
      siteId,
      now,
      new Date(given.from ?? now.getTime()),
      kBefore,
      bBefore,
      k,
      b,
      given.channel ?? 'PM2.5',
      acceptance,
    ],
  );
  return rows[0]?.result_id ?? 0;
}

export interface IssueClient {
  issue(resultIds: number[], more?: object): Promise<IssueOutcome[]>;
  send(issueIds: number[], more?: object): Promise<IssueOutcome[]>;
  rollBack(issueIds: number[], more?: object): Promise<IssueOutcome[]>;
  /** An issue of a site in the history, the newest unless another is named. */
  find(siteId: number, issueId?: number): Promise<Record<string, unknown>>;
}

export function makeIssueClient({ test }: Pick<GatewayFixture, 'test'>, token: string): IssueClient {
  const calibration = makeResourceClient(test, '/site/calibration', token);
  const history = makeResourceClient(test, '/site/calibrationHistory/issue', token);
  const read = async (body: Promise<{ code: number; data?: unknown }>) => {
    const { code, data } = await body;
    expect(code).toBe(200);
    return (data as { issues: IssueOutcome[] }).issues;
  };
  return {
    issue: (resultIds, more = {}) => read(calibration.send('POST', '/issue', { resultIds, ...more })),
    send: (issueIds, more = {}) => read(calibration.send('PUT', '/issue', { issueIds, ...more })),
    rollBack: (issueIds, more = {}) => read(calibration.send('PUT', '/rollback', { issueIds, ...more })),
    async find(siteId, issueId) {
      const rows = await history.list(`?siteId=${siteId}`);
      return rows.find((row) => issueId === undefined || row['issueId'] === issueId) ?? {};
    },
  };
}

/** Changes fields of a site, as its form does. */
export async function saveSite(
  { test }: Pick<GatewayFixture, 'test'>,
  token: string,
  siteId: number,
  changes: object,
): Promise<void> {
  const sites = makeResourceClient(test, '/site/site', token);
  const { data } = await sites.send('GET', `/${siteId}`);
  expect(await sites.send('PUT', '', { ...(data as object), ...changes })).toMatchObject({ code: 200 });
}

/** Reads K and B of PM2.5 from the device of a site, as a person does by command. */
export async function readCoefficients({ test, gateway }: GatewayFixture, siteId: number): Promise<void> {
  // That the device is connected.
  await gateway.report();
  const equipment = makeResourceClient(test, '/device/equipment', await test.login());
  const commandIds = await readCommandIds(test.app.pool);
  for (const name of ['Read slope K', 'Read intercept B']) {
    const order = { commandId: commandIds.get(name), siteIds: [siteId], values: { PolId: 'a34004' } };
    expect(await equipment.send('POST', '/read', order)).toMatchObject({ code: 200 });
  }
  await waitUntil(async () => {
    const { rows } = await test.app.pool.query(
      `select from device_parameter where site_id = $1 and code in ('i13008', 'i13007') and read_value is not null`,
      [siteId],
    );
    return rows.length === 2;
  }, 'K and B of the device');
}

/** A simulated station that measures the same value all the time, its site, and what is stored of it. */
export async function openMeasuring(
  { test, gateway }: GatewayFixture,
  running: Station[],
  answers: 'prompt' | 'never' | 'refused' = 'prompt',
  existing?: { mn: string; siteId: number },
) {
  const mn = existing?.mn ?? `CALIBRATED${++last}`;
  const siteId = existing?.siteId ?? (await addSite(test, { mn }));
  const { slot = 0 } = test.ingest.directory.findBySite(siteId)?.channels.get('a34004') ?? {};
  const station = startStation({
    mn,
    version: '2017',
    st: '22',
    zone: 'Asia/Shanghai',
    sends: ['2011'],
    answers,
    now: () => test.clock.now().getTime(),
    address: { host: '127.0.0.1', port: gateway.port },
    valuesAt: () => ({ 'PM2.5': measured, PM10: measured }),
  });
  running.push(station);
  async function listStored(): Promise<number[]> {
    const { rows } = await test.app.pool.query(
      `select s${slot} as value from reading where site_id = $1 order by ts`,
      [siteId],
    );
    return rows.map(({ value }) => value);
  }
  const stored = existing ? (await listStored()).length : 0;
  await waitUntil(async () => (await listStored()).length > stored, 'the first value');
  return {
    siteId,
    station,
    listStored,
    /** Lets the device measure once more; returns the value that is stored. */
    async measure(): Promise<number | undefined> {
      const before = (await listStored()).length;
      test.clock.advance(1);
      await waitUntil(async () => (await listStored()).length > before, 'the next value');
      return (await listStored()).at(-1);
    },
    /** Waits until the newest issue of the site is in this state. */
    async reaches(client: IssueClient, expected: object) {
      await soon(async () => {
        await followIssues(test.app);
        return client.find(siteId);
      }).toMatchObject(expected);
    },
    /** K and B of the site, and where they are applied. */
    async readSite() {
      const { rows } = await test.app.pool.query(
        `select coefficient_place as place, coefficients, (select array[k, b] from site_coefficient c where c.site_id = s.site_id
           order by since desc limit 1) as applied from site s where site_id = $1`,
        [siteId],
      );
      const [{ place, coefficients, applied }] = rows as [
        { place: string; coefficients: { k: number; b: number }[]; applied: number[] | null },
      ];
      return { place, set: coefficients.map(({ k, b }) => [k, b]), applied };
    },
  };
}
