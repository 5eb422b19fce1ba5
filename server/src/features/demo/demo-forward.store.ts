import type pg from 'pg';
import type { Connection, Pool } from '../../platform/db/transaction.ts';

/** How the receiver of the demonstration behaves. */
export const receiverParameter = 'demo.forwardReceiver';

const entityCode = 'BJ-AIR';
const targetName = '模拟接收方 · Simulated receiver';
/** Taken until the receiver listens. */
const firstAddress = '127.0.0.1:1';

/** Inserts the target of one entity, unless its simulated sites are gone, and the parameter of its receiver. */
export async function insertDemoTarget(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `insert into forward_target (entity_id, target_name, protocol, address, zone, simulated, create_by, create_time)
     select entity_id, $2, 'hj212-2017', $3, zone, true, 'demo', limpid_now() from site_entity
     where entity_code = $1 and exists (select from site where site.entity_id = site_entity.entity_id and simulated)
     on conflict do nothing`,
    [entityCode, targetName, firstAddress],
  );
  if (!rowCount) return;
  await client.query(
    `insert into sys_config (config_name, config_name_en, config_name_fr, config_key, config_value, config_type,
       create_by, create_time, remark)
     values ('演示：模拟接收方的状态', 'Demonstration: simulated receiver', 'Démonstration : destinataire simulé', $1,
       'normal', 'Y', 'demo', limpid_now(), 'normal | slow | away') on conflict do nothing`,
    [receiverParameter],
  );
}

/** Points the target to its receiver. */
export async function updateTargetPort(pool: Pool, port: number): Promise<number> {
  const { rowCount } = await pool.query('update forward_target set address = $1 where simulated', [
    `127.0.0.1:${port}`,
  ]);
  return rowCount ?? 0;
}

/** Removes targets of the demo whose entity has lost its simulated sites, and with the last one the parameter. */
export async function removeAbandonedTargets(client: Connection): Promise<boolean> {
  const targets = await client.query(
    `delete from forward_target target where simulated
       and not exists (select from site where site.entity_id = target.entity_id and site.simulated)`,
  );
  const parameters = await client.query(
    `delete from sys_config where config_key = $1 and create_by = 'demo'
       and not exists (select from forward_target where simulated)`,
    [receiverParameter],
  );
  return (targets.rowCount ?? 0) + (parameters.rowCount ?? 0) > 0;
}
