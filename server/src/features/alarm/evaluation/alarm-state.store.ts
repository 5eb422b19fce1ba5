import { toMoment } from '../../../platform/db/moment.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { AlarmState } from './alarm-machine.rule.ts';

export interface StoredState {
  siteId: number;
  ruleId: number;
  alarmId: number | null;
  state: AlarmState;
}

/** A rule at a site. */
export type RulePlace = Pick<StoredState, 'siteId' | 'ruleId'>;

/** Columns for `unnest`. */
export const sitesOf = (places: readonly RulePlace[]) => places.map(({ siteId }) => siteId);
export const rulesOf = (places: readonly RulePlace[]) => places.map(({ ruleId }) => ruleId);

/** The states of rules at sites. With a transaction they are locked until it ends. */
export async function readStates(
  client: Connection | Pool,
  places: readonly RulePlace[],
  lock = false,
): Promise<StoredState[]> {
  if (places.length === 0) return [];
  const { rows } = await client.query<StoredState>(
    `select site_id as "siteId", rule_id as "ruleId", alarm_id::float8 as "alarmId", state
     from unnest($1::integer[], $2::integer[]) as wanted(site_id, rule_id)
     join alarm_state using (site_id, rule_id)
     order by site_id, rule_id ${lock ? 'for update of alarm_state' : ''}`,
    [sitesOf(places), rulesOf(places)],
  );
  return rows;
}

/** Every state: there are few, because a site at which nothing has happened has none. */
export async function listStates(pool: Pool): Promise<StoredState[]> {
  const { rows } = await pool.query<StoredState>(
    `select site_id as "siteId", rule_id as "ruleId", alarm_id::float8 as "alarmId", state from alarm_state`,
  );
  return rows;
}

/** States whose running alarm is about another type, channel or index than their rule is now. */
export async function listMismatched(pool: Pool): Promise<StoredState[]> {
  const { rows } = await pool.query<StoredState>(
    `select s.site_id as "siteId", s.rule_id as "ruleId", s.alarm_id::float8 as "alarmId", s.state
     from alarm_state s join alarm_log l on l.alarm_id = s.alarm_id join alarm_rule r on r.rule_id = s.rule_id
     where l.channel_id is distinct from r.channel_id or l.index_code is distinct from r.index_code
       or l.alarm_type not in (r.alarm_type, 'unstable')`,
  );
  return rows;
}

/** A state with the moment up to which every value can change it; infinite unless the rule is in its normal state. */
export interface WatchedState extends RulePlace {
  watchedUntil: number;
}

const watchedUntil = `coalesce(extract(epoch from nullif(watched_until, 'infinity'))::float8 * 1000, 'infinity')`;

export async function listWatched(pool: Pool): Promise<WatchedState[]> {
  const { rows } = await pool.query<WatchedState>(
    `select site_id as "siteId", rule_id as "ruleId", ${watchedUntil} as "watchedUntil" from alarm_state`,
  );
  return rows;
}

/** The states that time alone changes now. */
export async function listDue(pool: Pool, now: number): Promise<WatchedState[]> {
  const { rows } = await pool.query<WatchedState>(
    `select site_id as "siteId", rule_id as "ruleId", ${watchedUntil} as "watchedUntil" from alarm_state
     where due_at <= $1`,
    [toMoment(now)],
  );
  return rows;
}

export async function saveStates(
  client: Connection,
  states: readonly (StoredState & { dueAt: number | undefined; watchedUntil: number })[],
): Promise<void> {
  if (states.length === 0) return;
  await client.query(
    `insert into alarm_state (site_id, rule_id, alarm_id, state, due_at, watched_until)
     select given.site_id, given.rule_id, given.alarm_id, given.state::jsonb, given.due_at, given.watched_until
     from unnest($1::integer[], $2::integer[], $3::bigint[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       as given(site_id, rule_id, alarm_id, state, due_at, watched_until)
     where exists (select from alarm_rule r where r.rule_id = given.rule_id)
       and exists (select from site s where s.site_id = given.site_id)
     on conflict (site_id, rule_id) do update set alarm_id = excluded.alarm_id, state = excluded.state,
       due_at = excluded.due_at, watched_until = excluded.watched_until`,
    [
      sitesOf(states),
      rulesOf(states),
      states.map(({ alarmId }) => alarmId),
      states.map(({ state }) => JSON.stringify(state)),
      states.map(({ dueAt }) => toMoment(dueAt)),
      states.map(({ watchedUntil: until }) => toMoment(until)),
    ],
  );
}

/** Removes states that are due and in their normal phase: nothing is lost without them. */
export async function removeQuiet(pool: Pool, now: number): Promise<void> {
  await pool.query(`delete from alarm_state where due_at <= $1 and watched_until < 'infinity'`, [
    toMoment(now),
  ]);
}

export async function removeStates(client: Connection, places: readonly RulePlace[]): Promise<void> {
  if (places.length === 0) return;
  await client.query(
    `delete from alarm_state where (site_id, rule_id) in (select * from unnest($1::integer[], $2::integer[]))`,
    [sitesOf(places), rulesOf(places)],
  );
}
