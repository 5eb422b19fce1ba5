import { findPollutant } from '@limpid/aqi/pollutant';
import type {
  CalibrationDecision,
  CalibrationPairs,
  CalibrationResult,
  TargetCheck,
} from '@limpid/contract/calibration/result';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { configScope } from '../configs/config.store.ts';
import type { CorrectionLine, Pair } from '../rules/line.ts';
import type { LineLimits } from '../rules/propose.rule.ts';
import { isHeldOut } from '../rules/split-pairs.rule.ts';
import { checkTargets, judgeTargets } from '../rules/targets.rule.ts';

/** A result of a run on its way into the database. */
export interface NewResult
  extends Pick<
    CalibrationResult,
    | 'siteId'
    | 'channelId'
    | 'references'
    | 'referenceKm'
    | 'dropped'
    | 'method'
    | 'rSquared'
    | 'kFitted'
    | 'bFitted'
    | 'kBefore'
    | 'bBefore'
    | 'k'
    | 'b'
    | 'limited'
    | 'before'
    | 'after'
    | 'verdict'
    | 'reason'
    | 'found'
    | 'limit'
  > {
  /** The own sites among the references. */
  referenceSiteIds: readonly number[];
  targets: TargetCheck[];
  decision: CalibrationDecision;
  pairs: readonly Pair[];
}

/** Sites may have been removed since the run began. */
export async function insertResults(
  db: Database,
  runId: number,
  results: readonly NewResult[],
): Promise<void> {
  const rows = results.map(({ pairs, references, limit, ...result }) => ({
    ...result,
    pairs: pairs.length,
    references_used: references,
    allowed: limit,
    plot: pairs.length > 0 ? packPairs(pairs) : null,
  }));
  await sql`
    insert into calibration_result (run_id, site_id, channel_id, references_used, reference_site_ids, reference_km, pairs,
      dropped, method, r_squared, k_fitted, b_fitted, k_before, b_before, k, b, limited, before, after, targets, verdict,
      decision, reason, found, allowed, plot)
    select ${runId}, "siteId", "channelId", references_used, "referenceSiteIds", "referenceKm", pairs, dropped, method,
      "rSquared", "kFitted", "bFitted", "kBefore", "bBefore", k, b, limited, before, after, targets, verdict,
      decision, reason, found, allowed, plot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("siteId" integer, "channelId" integer,
      references_used text[], "referenceSiteIds" integer[], "referenceKm" real, pairs integer, dropped jsonb,
      method text, "rSquared" float8, "kFitted" float8, "bFitted" float8, "kBefore" float8, "bBefore" float8,
      k float8, b float8, limited boolean, before jsonb, after jsonb, targets jsonb, verdict text, decision text,
      reason text, found float8, allowed float8, plot jsonb)
    where exists (select from site where site_id = "siteId")`.execute(db);
}

interface PackedPairs {
  /** Seconds. */
  at: number[];
  raw: number[];
  reference: number[];
}

type KeptPairs = Omit<CalibrationPairs, 'flags' | 'flagged'>;

const shorten = (value: number) => Number(value.toPrecision(5));

function packPairs(pairs: readonly Pair[]): PackedPairs {
  return {
    at: pairs.map(({ at }) => at / 1000),
    raw: pairs.map(({ raw }) => shorten(raw)),
    reference: pairs.map(({ reference }) => shorten(reference)),
  };
}

const millis = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

const resultColumns = sql`o.result_id, o.run_id, o.site_id, s.site_name, o.channel_id, h.channel_code, h.channel_name,
  h.channel_name_en, h.channel_name_fr, h.gb_code, h.unit, h.decimals, o.references_used as "references", o.reference_km, o.pairs,
  o.dropped, o.method, o.r_squared, o.k_fitted, o.b_fitted, o.k_before, o.b_before, o.k, o.b, o.limited, o.before,
  o.after, o.targets, o.verdict, o.decision, o.reason, o.found, o.allowed as "limit",
  ${millis('o.decided_at')} as decided_at, o.decided_by, o.issue_state, ${millis('o.issued_at')} as issued_at`;

const resultTables = sql`calibration_result o join site s using (site_id) join basic_channel h using (channel_id)`;

type StoredResult = Omit<CalibrationResult, 'targetsBefore' | 'verdictBefore'> & { gbCode: string };

/** The targets before follow from the stored statistics, so that earlier runs have them as well. */
function judgeBefore({ gbCode, ...result }: StoredResult): CalibrationResult {
  const pollutant = findPollutant(gbCode);
  const { before, unit } = result;
  const targetsBefore = pollutant && before ? checkTargets(before, pollutant, unit ?? '') : [];
  return { ...result, targetsBefore, verdictBefore: judgeTargets(targetsBefore) };
}

/**
 * A result is within reach of who reaches its site and the own sites it was compared with, in the departments where these
 * are now, and its config, which may have other sites by now.
 */
const resultScope: ScopeRule = (scope) => sql`
  (not exists (
    select from site join site_entity using (entity_id)
    where site_id = any(o.reference_site_ids || o.site_id) and not ${scopeCondition(scope, { dept: 'deptId' })}
  ) and run_id in (
    select run_id from calibration_run join calibration_config_row using (config_id)
    where ${scopeCondition(scope, configScope)}))`;

/** The results of a run in the data scope. */
export async function listResults(db: Database, scope: Scope, runId: number): Promise<CalibrationResult[]> {
  const { rows } = await sql<StoredResult>`
    select ${resultColumns} from ${resultTables}
    where run_id = ${runId} and ${scopeCondition(scope, resultScope)}
    order by s.site_name, s.site_id, h.order_num, h.channel_id`.execute(db);
  return rows.map(judgeBefore);
}

/** A result in the data scope, with its pairs, which are kept for a time only, and the slot of its channel. */
export async function findResult(
  db: Database,
  scope: Scope,
  resultId: number,
): Promise<{ result: CalibrationResult; pairs: KeptPairs; slot: number } | undefined> {
  const { rows } = await sql<StoredResult & { plot: PackedPairs | null; slot: number }>`
    select ${resultColumns}, o.plot, h.slot from ${resultTables}
    where result_id = ${resultId} and ${scopeCondition(scope, resultScope)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { plot, slot, ...stored } = row;
  const result = judgeBefore(stored);
  const { at, raw, reference } = plot ?? { at: [], raw: [], reference: [] };
  return {
    result,
    slot,
    pairs: {
      at: at.map((seconds) => seconds * 1000),
      raw,
      reference,
      heldOut: at.map((seconds) => isHeldOut({ at: seconds * 1000 })),
    },
  };
}

interface Decided {
  decision: 'accepted' | 'rejected';
  /** Null if the config accepts by itself. */
  by: string | null;
  at: Date;
}

/** Decides about proposals of runs; returns those that were still open, in the order of their ids. */
export async function decideResults(
  db: Database,
  resultIds: readonly number[],
  { decision, by, at }: Decided,
): Promise<number[]> {
  const { rows } = await sql<{ resultId: number }>`
    update calibration_result set decision = ${decision}, decided_by = ${by}, decided_at = ${at}
    where result_id in (
      select result_id from calibration_result where result_id = any(${[...resultIds]}) and decision = 'proposed'
      order by result_id for update)
    returning result_id`.execute(db);
  return rows.map(({ resultId }) => resultId).toSorted((a, b) => a - b);
}

/** Those of the results that are in the data scope, and whether they are of the newest ended run of their config. */
export async function listReachedResults(
  db: Database,
  scope: Scope,
  resultIds: readonly number[],
): Promise<{ resultId: number; isNewest: boolean }[]> {
  const { rows } = await sql<{ resultId: number; isNewest: boolean }>`
    select o.result_id, not exists (
        select from calibration_run later
        where later.config_id = r.config_id and later.state = 'done' and later.run_id > r.run_id
      ) as is_newest
    from calibration_result o join calibration_run r using (run_id)
    where result_id = any(${[...resultIds]}) and ${scopeCondition(scope, resultScope)}`.execute(db);
  return rows;
}

interface ProposedResult {
  resultId: number;
  siteId: number;
  channelId: number;
}

/** The results of a run that propose K and B and wait for a decision. */
export async function listProposedResults(db: Database, runId: number): Promise<ProposedResult[]> {
  const { rows } = await sql<ProposedResult>`
    select result_id, site_id, channel_id from calibration_result
    where run_id = ${runId} and decision = 'proposed' order by result_id`.execute(db);
  return rows;
}

/** K and B of a result, and what its config says about them now. */
interface ConfiguredResult extends CorrectionLine, LineLimits {
  kBefore: number | null;
  bBefore: number | null;
  /** The aim of K and B, which a round may go only a part of the way to. */
  kFitted: number | null;
  bFitted: number | null;
  siteName: string;
  channelCode: string;
  gbCode: string;
  unit: string | null;
  /** Whether the config still has its site and its channel. */
  isMember: boolean;
}

/** Those of the results that propose K and B. */
export async function listConfiguredResults(
  db: Database,
  resultIds: readonly number[],
): Promise<ConfiguredResult[]> {
  const { rows } = await sql<ConfiguredResult>`
    select s.site_name, h.channel_code, h.gb_code, h.unit, o.k, o.b, o.k_before, o.b_before,
      o.k_fitted, o.b_fitted, c.k_min, c.k_max, c.b_min, c.b_max,
      exists (select from calibration_config_site t where (t.config_id, t.site_id) = (c.config_id, o.site_id))
        and exists (
          select from calibration_config_channel t where (t.config_id, t.channel_id) = (c.config_id, o.channel_id)
        ) as is_member
    from ${resultTables} join calibration_run using (run_id) join calibration_config c using (config_id)
    where result_id = any(${[...resultIds]}) and o.k is not null and o.b is not null
    order by result_id`.execute(db);
  return rows;
}
