import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import { toMillis } from '../execution/order.ts';
import { lockCannon } from '../execution/state.store.ts';
import type { LinkageDecision, LinkageSettings } from './decide.rule.ts';

/** A rule with its channel. */
export interface LinkageRule extends LinkageSettings {
  ruleId: number;
  ruleName: string;
  isDryRun: boolean;
  channelCode: string;
  channelUnit: string | null;
  decimals: number;
  slot: number;
  rainCode: string | null;
}

/** A rule at one of its cannons, with the site that measures there. */
export interface Linkage extends LinkageRule {
  cannonId: number;
  siteId: number;
  /** The seconds of a jog; null for a cannon that runs until it is switched off. */
  jogSeconds: number | null;
}

const settingColumns = [
  'basis',
  'compare',
  'threshold',
  'dead_band',
  'consecutive',
  'min_run_seconds',
  'max_run_minutes',
  'min_pause_seconds',
  'from_time',
  'to_time',
  'from_day',
  'to_day',
  'max_wind',
  'min_temperature',
  'max_rain',
].map((name) => `r.${name}`);

/** The rules that are enabled and complete, at their enabled cannons, in the order of their priority. */
export async function listLinkages(db: Database): Promise<Linkage[]> {
  const { rows } = await sql<Linkage>`
    select r.rule_id, r.rule_name, r.dry_run as is_dry_run, ${sql.raw(settingColumns.join(', '))},
      h.channel_code, h.unit as channel_unit, h.decimals, h.slot, rain.channel_code as rain_code,
      c.cannon_id, coalesce(r.site_id, m.site_id) as site_id, case c.jog when 'Y' then c.jog_seconds end as jog_seconds
    from fog_linkage_rule_row r
    join fog_linkage_target t using (rule_id)
    join fog_cannon c on c.cannon_id = t.cannon_id and c.entity_id = r.entity_id and c.status = '0'
    join fog_measuring_site m on m.cannon_id = c.cannon_id
    join basic_channel h on h.channel_id = r.channel_id
    left join basic_channel rain on rain.channel_id = r.rain_channel_id
    where r.status = '0' and r.problem is null and coalesce(r.site_id, m.site_id) is not null
    order by r.priority, r.rule_id, c.cannon_id`.execute(db);
  return rows;
}

/** What a rule has done about a cannon last; times are in milliseconds. */
export interface LinkageState {
  ruleId: number;
  cannonId: number;
  orderedAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  hold: string | null;
}

export async function listLinkageStates(pool: Pool): Promise<LinkageState[]> {
  const { rows } = await pool.query<LinkageState>(
    `select rule_id as "ruleId", cannon_id as "cannonId", ${toMillis('ordered_at')} as "orderedAt",
       ${toMillis('started_at')} as "startedAt", ${toMillis('ended_at')} as "endedAt", hold from fog_linkage_state`,
  );
  return rows;
}

export async function saveLinkageState(client: Connection, state: LinkageState): Promise<void> {
  const moment = (at: number | null) => (at === null ? null : new Date(at));
  await client.query(
    `insert into fog_linkage_state (rule_id, cannon_id, ordered_at, started_at, ended_at, hold)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (rule_id, cannon_id) do update
     set ordered_at = $3, started_at = $4, ended_at = $5, hold = $6`,
    [
      state.ruleId,
      state.cannonId,
      moment(state.orderedAt),
      moment(state.startedAt),
      moment(state.endedAt),
      state.hold,
    ],
  );
}

interface NewDecision {
  at: Date;
  linkage: Pick<Linkage, 'cannonId' | 'ruleId' | 'ruleName' | 'isDryRun'> & { siteId: number | null };
  decision: Pick<LinkageDecision, 'kind' | 'reason'>;
  /** A stored text. */
  description: string;
  orderId: number | null;
}

/** The rule may be gone. */
export async function insertDecision(client: Connection, one: NewDecision): Promise<void> {
  const { linkage, decision } = one;
  await client.query(
    `insert into fog_decision (at, cannon_id, rule_id, rule_name, site_id, kind, reason, description, dry_run, order_id)
     values ($1, $2, (select rule_id from fog_linkage_rule where rule_id = $3), $4, $5, $6, $7, $8, $9, $10)`,
    [
      one.at,
      linkage.cannonId,
      linkage.ruleId,
      linkage.ruleName,
      linkage.siteId,
      decision.kind,
      decision.reason,
      one.description,
      linkage.isDryRun,
      one.orderId,
    ],
  );
}

/** A cannon with its runs and orders; times are in milliseconds. */
export interface LinkedCannonFacts {
  cannonId: number;
  /** The open run. */
  runId: number | null;
  runSince: number | null;
  runRuleId: number | null;
  /** An order to switch it on or off has not ended. */
  isOrdered: boolean;
  lastEndAt: number | null;
  manualUntil: number | null;
  isLinkDown: boolean;
}

export async function listCannonFacts(
  pool: Pool,
  cannonIds: readonly number[],
): Promise<LinkedCannonFacts[]> {
  const { rows } = await pool.query<LinkedCannonFacts>(
    `select c.cannon_id as "cannonId", r.run_id as "runId", ${toMillis('r.started_at')} as "runSince",
       r.rule_id as "runRuleId",
       exists (select from fog_order o where o.cannon_id = c.cannon_id and o.state in ('queued', 'sent')
         and o.action <> 'test') as "isOrdered",
       ${toMillis('(select max(ended_at) from fog_run e where e.cannon_id = c.cannon_id)')} as "lastEndAt",
       ${toMillis('s.manual_until')} as "manualUntil", coalesce(s.link_state = 'down', false) as "isLinkDown"
     from unnest($1::integer[]) as c(cannon_id)
     left join fog_run r on r.cannon_id = c.cannon_id and r.ended_at is null
     left join fog_cannon_state s on s.cannon_id = c.cannon_id`,
    [cannonIds],
  );
  return rows;
}

/**
 * Locks a cannon for an order of a rule; false if an order is on its way, or a person has switched it meanwhile: a rule
 * may then stop its own run, and start none. Orders of people lock it too, so that one of the two sees the other.
 */
export async function lockFreeCannon(
  client: Connection,
  { cannonId, ruleId }: Pick<Linkage, 'cannonId' | 'ruleId'>,
  kind: LinkageDecision['kind'],
  now: Date,
): Promise<boolean> {
  await lockCannon(client, cannonId);
  const { rowCount } = await client.query(
    `select from fog_order where cannon_id = $1 and state in ('queued', 'sent') and action <> 'test'
     union all
     select from fog_cannon_state where $4 = 'start' and cannon_id = $1 and manual_until > $2
     union all
     select where $4 = 'stop' and not exists (
       select from fog_run where cannon_id = $1 and ended_at is null and rule_id = $3)`,
    [cannonId, now, ruleId, kind],
  );
  return rowCount === 0;
}

/** An open run that a rule has ordered. */
export interface RuleRun {
  cannonId: number;
  ruleId: number;
  ruleName: string;
}

export async function listRuleRuns(pool: Pool): Promise<RuleRun[]> {
  const { rows } = await pool.query<RuleRun>(
    `select cannon_id as "cannonId", rule_id as "ruleId", coalesce(started_by, '') as "ruleName" from fog_run
     where ended_at is null and rule_id is not null and reason = 'rule'`,
  );
  return rows;
}

export async function removeOldDecisions(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from fog_decision where at < $1', [before]);
}
