import type { CalibrationMethod, CalibrationSource } from '@limpid/contract/calibration/config';
import type { IssueTarget } from '@limpid/contract/calibration/issue';
import type { CalibrationRun } from '@limpid/contract/calibration/result';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { configScope } from '../configs/config.store.ts';

/** What a run needs of a config. */
export interface RunSettings {
  configId: number;
  configName: string;
  status: string;
  source: CalibrationSource;
  sourceId: number | null;
  city: string | null;
  referenceCodes: string | null;
  maxKm: number;
  method: CalibrationMethod;
  windowHours: number;
  minPairs: number;
  minR2: number;
  maxHumidity: number;
  rainChannelId: number | null;
  maxRain: number | null;
  madFactor: number;
  kMin: number;
  kMax: number;
  bMin: number;
  bMax: number;
  maxChange: number;
  acceptance: 'manual' | 'automatic';
  target: IssueTarget;
}

const settingColumns = sql`config_id, config_name, status, source, source_id, city, reference_codes, max_km, method,
  window_hours, min_pairs, min_r2, max_humidity, rain_channel_id, max_rain, mad_factor, k_min, k_max, b_min,
  b_max, max_change, acceptance, target`;

/** The settings of a config in the data scope. */
export async function findRunSettings(
  db: Database,
  scope: Scope,
  configId: number,
): Promise<RunSettings | undefined> {
  const { rows } = await sql<RunSettings>`
    select ${settingColumns} from calibration_config_row
    where config_id = ${configId} and ${scopeCondition(scope, configScope)}`.execute(db);
  return rows[0];
}

export interface ScheduledConfig extends RunSettings {
  schedule: 'daily' | 'weekly';
  runHour: number;
  runWeekday: number;
  /** Epoch milliseconds: when it was written last, and when its schedule started a run last. */
  changedAt: number;
  lastAt: number | null;
}

export async function listScheduledConfigs(db: Database): Promise<ScheduledConfig[]> {
  const { rows } = await sql<ScheduledConfig>`
    select ${settingColumns}, schedule, run_hour, run_weekday,
      (extract(epoch from coalesce(update_time, create_time)) * 1000)::float8 as changed_at,
      (select (extract(epoch from max(started_at)) * 1000)::float8 from calibration_run r
        where r.config_id = c.config_id and started_by is null) as last_at
    from calibration_config c where status = '0' and schedule <> 'manual' order by config_id`.execute(db);
  return rows;
}

/** A run of a process that has died does not block its config for longer. */
const longestRun = sql`interval '30 minutes'`;

/** Starts a run; undefined if another one of the config has not ended. */
export async function insertCalibrationRun(
  db: Database,
  settings: RunSettings,
  { startedBy, now, from, to }: { startedBy: string | null; now: Date; from: number; to: number },
): Promise<number | undefined> {
  await sql`
    update calibration_run set state = 'failed', finished_at = ${now}, problem = 'calibration.run.interrupted'
    where config_id = ${settings.configId} and state = 'running'
      and started_at < ${now}::timestamptz - ${longestRun}`.execute(db);
  const { rows } = await sql<{ runId: number }>`
    insert into calibration_run (config_id, started_by, started_at, from_hour, to_hour, settings)
    values (${settings.configId}, ${startedBy}, ${now}, ${new Date(from)}, ${new Date(to)},
      ${JSON.stringify(settings)})
    on conflict do nothing returning run_id`.execute(db);
  return rows[0]?.runId;
}

/** Whether a run has neither ended nor been removed; it and its config stay as they are until the transaction ends. */
export async function lockRunning(db: Database, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select from calibration_run r join calibration_config using (config_id)
    where run_id = ${runId} and state = 'running' for update of r for share of calibration_config`.execute(
    db,
  );
  return rows.length > 0;
}

export async function finishCalibrationRun(
  db: Database,
  runId: number,
  { state, at, problem }: { state: 'done' | 'failed' | 'cancelled'; at: Date; problem: string | null },
): Promise<void> {
  await sql`update calibration_run set state = ${state}, finished_at = ${at}, problem = ${problem}
    where run_id = ${runId} and state = 'running'`.execute(db);
}

/** Pairs are kept for the plots of the last months only. */
const keptDays = 90;

export async function removeOldPairs(db: Database, configId: number, now: Date): Promise<void> {
  await sql`
    update calibration_result set plot = null
    where plot is not null and run_id in (select run_id from calibration_run
      where config_id = ${configId} and started_at < ${now}::timestamptz - make_interval(days => ${keptDays}))`.execute(
    db,
  );
}

const millis = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const countOf = (decision: string) => sql`(select count(*) from calibration_result o
  where o.run_id = r.run_id and o.decision = ${decision})::integer`;

const runColumns = sql`r.run_id, r.config_id, c.config_name, r.started_by, ${millis('r.started_at')} as started_at,
  ${millis('r.finished_at')} as finished_at, r.state, ${millis('r.from_hour')} as from, ${millis('r.to_hour')} as to,
  ${countOf('proposed')} as proposed, ${countOf('refused')} as refused, ${countOf('accepted')} as accepted,
  ${countOf('rejected')} as rejected, r.problem`;

const listedRuns = 100;

/** The runs of a config in the data scope, the newest first. */
export async function listRuns(db: Database, scope: Scope, configId: number): Promise<CalibrationRun[]> {
  const { rows } = await sql<CalibrationRun>`
    select ${runColumns} from calibration_run r join calibration_config_row c using (config_id)
    where config_id = ${configId} and ${scopeCondition(scope, configScope)}
    order by r.started_at desc, r.run_id desc limit ${listedRuns}`.execute(db);
  return rows;
}

export async function findRun(
  db: Database,
  scope: Scope,
  runId: number,
): Promise<CalibrationRun | undefined> {
  const { rows } = await sql<CalibrationRun>`
    select ${runColumns} from calibration_run r join calibration_config_row c using (config_id)
    where run_id = ${runId} and ${scopeCondition(scope, configScope)}`.execute(db);
  return rows[0];
}
