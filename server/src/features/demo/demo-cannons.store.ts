import { demoCannons } from '@limpid/simulator/demo/demo-cannons';
import type pg from 'pg';
import type { Connection, Pool } from '../../platform/db/transaction.ts';
import { demoLinkages } from './demo-linkages.ts';

/** Inserts cannons at sites of the demo, unless these are gone. */
export async function insertDemoCannons(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into fog_cannon (cannon_name, model, flow_rate, entity_id, site_id, longitude, latitude, reach, jog, jog_seconds,
       driver, host, unit, coil, feedback_input, jog_timing, has_site, simulated, create_by, create_time)
     select name, model, "flowRate", entity_id, site_id, round((longitude + east)::numeric, 6),
       round((latitude + north)::numeric, 6), reach, jog, "jogSeconds", 'modbusTcp', '127.0.0.1', 1, number, number,
       case when "isSelfTimed" then 'board4' else 'platform' end, true, true, 'demo', limpid_now()
     from jsonb_to_recordset($1) as input(name text, site text, east float8, north float8, model text, "flowRate" float8,
       reach int, jog text, "jogSeconds" int, "isSelfTimed" boolean, number int)
     join site on site_name = site and simulated
     order by number on conflict do nothing`,
    [JSON.stringify(demoCannons.map((cannon, number) => ({ ...cannon, number })))],
  );
}

/** Inserts linkage rules for the cannons of the demo that are left. */
export async function insertDemoLinkages(client: pg.ClientBase): Promise<void> {
  await client.query(
    `with input as (
       select * from jsonb_to_recordset($1) as input(name text, cannons jsonb, "isDryRun" boolean, threshold float8,
         "deadBand" float8, "maxRunMinutes" int, "minPauseSeconds" int, "maxWind" float8, "minTemperature" float8,
         number int)
     ), target as (
       select name, cannon_id, entity_id from input join fog_cannon on cannons ? cannon_name and simulated
     ), added as (
       insert into fog_linkage_rule (rule_name, priority, dry_run, entity_id, channel_id, threshold, dead_band,
         max_run_minutes, min_pause_seconds, max_wind, min_temperature, simulated, create_by, create_time)
       select name, 100 + number, "isDryRun", entity_id, channel_id, threshold, "deadBand", "maxRunMinutes",
         "minPauseSeconds", "maxWind", "minTemperature", true, 'demo', limpid_now()
       from input join (select distinct name, entity_id from target) owner using (name)
       join basic_channel on channel_code = 'PM10'
       order by number on conflict do nothing returning rule_id, rule_name
     )
     insert into fog_linkage_target (rule_id, cannon_id)
     select rule_id, cannon_id from added join target on name = rule_name`,
    [JSON.stringify(demoLinkages.map((linkage, number) => ({ ...linkage, number })))],
  );
}

/** Removes the linkage rules and the cannons of the demo once its last site is gone. Returns whether there were any. */
export async function removeAbandonedCannons(client: Connection): Promise<boolean> {
  const isAbandoned = 'simulated and not exists (select from site where simulated)';
  const rules = await client.query(`delete from fog_linkage_rule where ${isAbandoned}`);
  const cannons = await client.query(
    `delete from fog_cannon where ${isAbandoned} and driver = 'modbusTcp' and host = '127.0.0.1'`,
  );
  return (rules.rowCount ?? 0) + (cannons.rowCount ?? 0) > 0;
}

/** Points the demo's cannons to its relay board; those that somebody has moved elsewhere stay. */
export async function updateCannonPorts(pool: Pool, port: number): Promise<number> {
  const { rowCount } = await pool.query(
    `update fog_cannon set port = $1 where simulated and driver = 'modbusTcp' and host = '127.0.0.1'`,
    [port],
  );
  return rowCount ?? 0;
}

/** A cannon of the demo that may be jogged, if none has run yet. */
export async function findFirstCannon(pool: Pool) {
  const { rows } = await pool.query<{
    cannonId: number;
    cannonName: string;
    jogSeconds: number;
    status: string;
  }>(
    `select cannon_id as "cannonId", cannon_name as "cannonName", jog_seconds as "jogSeconds", status from fog_cannon
     where simulated and jog = 'Y' and status = '0' and not exists (select from fog_run)
     order by cannon_id limit 1`,
  );
  return rows[0];
}
