import type { fogCannon } from '@limpid/contract/fogcannon/cannon';
import type { MappedCannon } from '@limpid/contract/fogcannon/cannon-order';
import type { StoredRowOf } from '@limpid/contract/kit/row';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';

const byDepartment = { dept: 'deptId' };

/** A cannon belongs to the department of its entity. */
export const cannonScope: ScopeRule = (scope) => scopeCondition(scope, byDepartment);

/** What has not come to its end at the relay of a cannon. */
export interface OpenWork {
  isRunning: boolean;
  /** An order to switch on that was sent, or may still be. */
  isStarting: boolean;
  /** An order to switch off that nothing has confirmed. */
  isOff: boolean;
  /** The controller cannot be reached, as far as is known. */
  isLinkLost: boolean;
  /** Somebody has confirmed that its relay may stay on. */
  isGivenUp: boolean;
}

/** What is open at a cannon; nothing can begin until the transaction ends. */
export async function lockOpenWork(db: Database, cannonId: number, now: Date): Promise<OpenWork> {
  await sql`select from fog_cannon where cannon_id = ${cannonId} for update`.execute(db);
  return findOpenWork(db, cannonId, now);
}

export async function findOpenWork(db: Database, cannonId: number, now: Date): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select
      exists (select from fog_run where cannon_id = ${cannonId} and ended_at is null) as is_running,
      exists (select from fog_order where cannon_id = ${cannonId} and action in ('on', 'jog')
        and (state = 'sent' or (state = 'queued' and expires_at > ${now}))) as is_starting,
      exists (select from fog_order where cannon_id = ${cannonId} and action = 'off' and state in ('queued', 'sent'))
        as is_off,
      not exists (select from fog_cannon_state where cannon_id = ${cannonId} and link_state = 'up') as is_link_lost,
      exists (select from fog_cannon_state where cannon_id = ${cannonId} and link_state <> 'up'
        and given_up_until > ${now}) as is_given_up`.execute(db);
  return (
    rows[0] ?? { isRunning: false, isStarting: false, isOff: false, isLinkLost: false, isGivenUp: false }
  );
}

/** Until then the settings of a cannon may be changed although its relay may be on. */
export async function saveGivenUp(db: Database, cannonId: number, until: Date): Promise<void> {
  await sql`
    insert into fog_cannon_state (cannon_id, given_up_until) values (${cannonId}, ${until})
    on conflict (cannon_id) do update set given_up_until = ${until}`.execute(db);
}

export async function isCannonRunning(db: Database, cannonId: number): Promise<boolean> {
  const { rows } = await sql`
    select from fog_run where cannon_id = ${cannonId} and ended_at is null`.execute(db);
  return rows.length > 0;
}

/** Ends the run of a cannon that cannot be reached; it is switched off by its new settings as soon as it can be. */
export async function endLostRun(
  db: Database,
  cannonId: number,
  { at, endedBy }: { at: Date; endedBy: string },
): Promise<void> {
  await sql`
    update fog_run set ended_at = ${at}, end_reason = 'unreachable', ended_by = ${endedBy},
      water = flow_rate * greatest(0, extract(epoch from ${at}::timestamptz - started_at)) / 60
    where cannon_id = ${cannonId} and ended_at is null`.execute(db);
  await sql`
    insert into fog_order (cannon_id, action, reason, created_at, next_at)
    select ${cannonId}, 'off', 'failed', ${at}, ${at} where not exists (
      select from fog_order where cannon_id = ${cannonId} and action = 'off' and state in ('queued', 'sent'))`.execute(
    db,
  );
  await sql`update fog_cannon_state set given_up_until = null where cannon_id = ${cannonId}`.execute(db);
  // An order that waited for the old address is sent at once.
  await sql`
    update fog_order set next_at = ${at} where cannon_id = ${cannonId} and action = 'off' and state = 'queued'`.execute(
    db,
  );
}

export async function countCannons(db: Database, entityId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from fog_cannon where entity_id = ${entityId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function isSiteInScope(db: Database, scope: Scope, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    select from site join site_entity using (entity_id)
    where site_id = ${siteId} and ${scopeCondition(scope, byDepartment)}`.execute(db);
  return rows.length > 0;
}

/** Whether a cannon of another entity has the registration: its relays would be within reach. */
export async function isRegistrationElsewhere(
  db: Database,
  { registration, entityId }: { registration: string; entityId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from fog_cannon where driver = 'modbusDtu' and trim(registration) = trim(${registration})
      and entity_id <> ${entityId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Two cannons that are saved at once see each other. */
export async function lockCannons(db: Database): Promise<void> {
  await sql`lock table fog_cannon in share row exclusive mode`.execute(db);
}

export type OtherCannon = StoredRowOf<typeof fogCannon> & { isSeen: boolean };

/** The other cannons with a driver, and whether the scope reaches them. */
export async function listOtherCannons(
  db: Database,
  cannonId: number | null,
  driver: string,
  scope: Scope,
): Promise<OtherCannon[]> {
  const { rows } = await sql<OtherCannon>`
    select c.*, ${scopeCondition(scope, { dept: 'e.dept_id' })} as is_seen
    from fog_cannon c join site_entity e using (entity_id)
    where c.driver = ${driver} and c.cannon_id is distinct from ${cannonId} order by c.cannon_id`.execute(db);
  return rows;
}

/** The topics at which devices publish and are answered, as templates. */
export async function listDeviceTopics(db: Database): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select mqtt_topic as topic from basic_device_type
    union select mqtt_answer_topic from basic_device_type where mqtt_answer_topic is not null`.execute(db);
  return rows.map(({ topic }) => topic);
}

interface NamedChoice {
  id: number;
  name: string;
  nameEn: string | null;
  nameFr: string | null;
}

const maxChoices = 500;

/** Sites within the data scope, of one entity if it is given. */
export async function listCannonSites(
  db: Database,
  scope: Scope,
  entityId: number | undefined,
): Promise<NamedChoice[]> {
  const { rows } = await sql<NamedChoice>`
    select site_id as id, site_name as name, null as name_en, null as name_fr
    from site join site_entity using (entity_id)
    where entity_id = coalesce(${entityId ?? null}, entity_id) and ${scopeCondition(scope, byDepartment)}
    order by site_id desc limit ${maxChoices}`.execute(db);
  return rows;
}

export async function listMapped(db: Database, scope: Scope): Promise<MappedCannon[]> {
  const { rows } = await sql<MappedCannon>`
    select cannon_id, cannon_name, model, longitude, latitude, reach, switch_state, commanded_state, jog, jog_seconds,
      problem, run_started_at, manual_until
    from fog_cannon_row
    where longitude is not null and status = '0' and ${scopeCondition(scope, byDepartment)}
    order by cannon_id`.execute(db);
  return rows;
}
