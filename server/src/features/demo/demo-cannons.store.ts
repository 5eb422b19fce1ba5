import { demoCannons } from '@limpid/simulator/demo/demo-cannons';
import type pg from 'pg';
import type { Pool } from '../../platform/db/transaction.ts';

/** Inserts cannons at sites of the demo, unless these are gone. */
export async function insertDemoCannons(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into fog_cannon (cannon_name, model, flow_rate, entity_id, site_id, longitude, latitude, reach, jog, jog_seconds,
       driver, host, unit, coil, feedback_input, jog_timing, simulated, create_by, create_time)
     select name, model, "flowRate", entity_id, site_id, round((longitude + east)::numeric, 6),
       round((latitude + north)::numeric, 6), reach, jog, "jogSeconds", 'modbusTcp', '127.0.0.1', 1, number, number,
       case when "isSelfTimed" then 'board4' else 'platform' end, true, 'demo', limpid_now()
     from jsonb_to_recordset($1) as input(name text, site text, east float8, north float8, model text, "flowRate" float8,
       reach int, jog text, "jogSeconds" int, "isSelfTimed" boolean, number int)
     join site on site_name = site and simulated
     order by number on conflict do nothing`,
    [JSON.stringify(demoCannons.map((cannon, number) => ({ ...cannon, number })))],
  );
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
