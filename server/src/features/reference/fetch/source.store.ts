import type { StationLevel } from '@limpid/contract/reference/national-control';
import type { FetchReason } from '@limpid/contract/reference/reference-fetch';
import type { SourceState } from '@limpid/contract/reference/reference-source';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { MappingFields } from './parse/mapping.rule.ts';

/** A source as it is asked. */
export interface StoredSource extends MappingFields {
  sourceId: number;
  sourceName: string;
  stationLevel: StationLevel;
  codePrefix: string | null;
  pollMinutes: string;
  url: string;
  method: 'GET' | 'POST';
  body: string | null;
  pastUrl: string | null;
  pastBody: string | null;
  apiKeyName: string | null;
  apiKeyPlace: string;
  /** Sealed. */
  apiKey: string | null;
  /** Values are sealed; those from before that are not. */
  headers: readonly { name: string; value: string }[];
  caCertificate: string | null;
  fingerprint: string | null;
  /** Epoch milliseconds. */
  newestRelease: number | null;
  failCount: number;
  /** Whether the last run failed or left past hours out. */
  hasProblem: boolean;
}

const columns = sql`source_id, source_name, kind, station_level, code_prefix, poll_minutes, url, method, body, past_url,
  past_body, api_key_name, api_key_place, api_key, headers, ca_certificate, fingerprint, rows_path, code_field,
  name_field, city_field, province_field, longitude_field, latitude_field, time_field, zone, hour_label, missing,
  pollutants, (extract(epoch from newest_release) * 1000)::float8 as newest_release, fail_count,
  problem is not null as has_problem`;

export async function findSource(db: Database, sourceId: number): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select ${columns} from reference_source where source_id = ${sourceId}`.execute(db);
  return rows[0];
}

/** The enabled sources that are due and not being fetched, the longest waiting first. */
export async function listDueSources(db: Database, now: Date): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    select ${columns} from reference_source
    where status = '0' and (next_run_at is null or next_run_at <= ${now})
      and (claimed_until is null or claimed_until <= clock_timestamp())
    order by next_run_at nulls first, source_id`.execute(db);
  return rows;
}

export interface Claim {
  sourceId: number;
  claim: string;
}

/**
 * Claims a source, so that only one process asks it, and starts a line of the log; undefined if another process has it. A
 * run whose process has died is closed.
 */
export async function claimSource(
  db: Database,
  { sourceId, claim }: Claim,
  { reason, now, durationMs }: { reason: FetchReason; now: Date; durationMs: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ fetchId: number }>`
    with claimed as (
      update reference_source set claim = ${claim}::uuid,
        claimed_until = clock_timestamp() + ${durationMs}::integer * interval '1 millisecond'
      where source_id = ${sourceId} and (claimed_until is null or claimed_until <= clock_timestamp())
      returning source_id, source_name
    ), closed as (
      update reference_fetch f set outcome = 'failed', finished_at = ${now}, problem = 'reference.problems.interrupted'
      from claimed where f.source_id = claimed.source_id and f.outcome = 'running'
    )
    insert into reference_fetch (source_id, source_name, reason, started_at)
    select source_id, source_name, ${reason}, ${now} from claimed
    returning fetch_id`.execute(db);
  return rows[0]?.fetchId;
}

/** Claims a source without a line of the log, to ask it and store nothing; false if it is being asked. */
export async function claimSourceForTrial(
  db: Database,
  { sourceId, claim }: Claim,
  durationMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    update reference_source set claim = ${claim}::uuid,
      claimed_until = clock_timestamp() + ${durationMs}::integer * interval '1 millisecond'
    where source_id = ${sourceId} and (claimed_until is null or claimed_until <= clock_timestamp())
    returning source_id`.execute(db);
  return rows.length > 0;
}

export async function releaseTrial(db: Database, { sourceId, claim }: Claim): Promise<void> {
  await sql`
    update reference_source set claim = null, claimed_until = null
    where source_id = ${sourceId} and claim = ${claim}::uuid`.execute(db);
}

/** Whether the claim is still held; keeps others from taking it until the transaction ends. */
export async function holdsClaim(db: Database, { sourceId, claim }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select from reference_source where source_id = ${sourceId} and claim = ${claim}::uuid for share`.execute(
    db,
  );
  return rows.length > 0;
}

/** Notes which stations a source publishes. */
export async function saveSourceStations(
  db: Database,
  sourceId: number,
  codes: readonly string[],
): Promise<void> {
  await sql`
    insert into reference_station_source (station_code, source_id)
    select station_code, ${sourceId} from reference_station s
    where station_code = any(${[...new Set(codes)]}) and not exists (
      select from reference_station_source o where (o.station_code, o.source_id) = (s.station_code, ${sourceId}))
    order by station_code on conflict do nothing`.execute(db);
}

interface FetchEnd {
  fetchId: number;
  finishedAt: Date;
  rowsRead: number;
  added: number;
  revised: number;
  unchanged: number;
  skipped: number;
  skipReasons: string | null;
  newestRelease: Date | null;
  problem: string | null;
  problemDetail: string | null;
}

export async function finishFetch(db: Database, end: FetchEnd): Promise<void> {
  await sql`
    update reference_fetch set outcome = ${end.problem === null ? 'done' : 'failed'}, finished_at = ${end.finishedAt},
      rows_read = ${end.rowsRead}, added = ${end.added}, revised = ${end.revised}, unchanged = ${end.unchanged},
      skipped = ${end.skipped}, skip_reasons = ${end.skipReasons}, newest_release = ${end.newestRelease},
      problem = ${end.problem}, problem_detail = ${end.problemDetail}
    where fetch_id = ${end.fetchId}`.execute(db);
}

interface SourceEnd extends Claim {
  state: SourceState;
  failCount: number;
  newestRelease: Date | null;
  lastRunAt: Date;
  nextRunAt: Date;
  problem: string | null;
  problemDetail: string | null;
}

/** Releases a source and says how it is; one that was claimed by another meanwhile stays as it is. */
export async function releaseSource(db: Database, end: SourceEnd): Promise<void> {
  await sql`
    update reference_source set claim = null, claimed_until = null, state = ${end.state}, fail_count = ${end.failCount},
      newest_release = coalesce(${end.newestRelease}, newest_release), last_run_at = ${end.lastRunAt},
      next_run_at = ${end.nextRunAt}, problem = ${end.problem}, problem_detail = ${end.problemDetail}
    where source_id = ${end.sourceId} and claim = ${end.claim}::uuid`.execute(db);
}

/**
 * A source that was changed is asked soon, as if it were new; a fetch under way stores nothing more. Where its hours may be
 * others now, its past ones are asked for again as well.
 */
export async function resetSource(
  db: Database,
  sourceId: number,
  { hasOtherHours }: { hasOtherHours: boolean },
): Promise<void> {
  await sql`
    update reference_source set state = 'idle', fail_count = 0, next_run_at = null, problem = null, problem_detail = null,
      claim = null, claimed_until = null,
      newest_release = case when ${hasOtherHours}::boolean then null else newest_release end
    where source_id = ${sourceId}`.execute(db);
}

/** How many calibration configs take hours of the source. */
export async function countConfigsOfSource(db: Database, sourceId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from calibration_config where source_id = ${sourceId}`.execute(db);
  return rows[0]?.count ?? 0;
}
