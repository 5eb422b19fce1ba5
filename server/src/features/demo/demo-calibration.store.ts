import type pg from 'pg';
import type { Connection, Pool } from '../../platform/db/transaction.ts';
import { demoSourceName } from './demo-sources.store.ts';

/** Names are the same in all languages; sites are found by their codes. */
const demoConfigs = [
  {
    name: '北京微型站 · 省控站校准',
    sites: ['BJM%', 'BJA01', 'BJA04', 'BJA07'],
    network: 'provincial',
    source: demoSourceName,
    city: null,
    method: 'auto',
    weekday: 1,
  },
  {
    name: 'Lyon – micro-stations',
    sites: ['LYM%'],
    network: 'national',
    source: null,
    city: 'Lyon (simulé)',
    method: 'theilSen',
    weekday: 2,
  },
];
const channels = ['PM2.5', 'PM10', 'O3'];

/** Inserts calibration configs for simulated sites that are left. */
export async function insertDemoConfigs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `with input as (
       select * from jsonb_to_recordset($1) as given(name text, sites text[], network text, source text, city text,
         method text, weekday int)
     ), member as (
       select name, site_id from input join site on site_code like any(sites) and simulated
     ), added as (
       insert into calibration_config (config_name, source, source_id, city, method, schedule, run_weekday, apply_to_past,
         simulated, create_by)
       select name, network, source_id, input.city, input.method, 'weekly', weekday, true, true, 'demo'
       from input left join reference_source on source_name = source
       where name in (select name from member)
       order by weekday
       on conflict do nothing returning config_id, config_name
     ), sites as (
       insert into calibration_config_site (config_id, site_id)
       select config_id, site_id from added join member on name = config_name
     )
     insert into calibration_config_channel (config_id, channel_id)
     select config_id, channel_id from added cross join basic_channel where channel_code = any($2)`,
    [JSON.stringify(demoConfigs), channels],
  );
}

/** Lists the demo's configs without a decided result, and removes the runs that an interrupted start has left of them. */
export async function prepareDemoConfigs(client: Connection): Promise<number[]> {
  const { rows } = await client.query<{ configId: number }>(
    `select config_id as "configId" from calibration_config c
     where simulated and status = '0' and not exists (
       select from calibration_run r join calibration_result o using (run_id)
       where r.config_id = c.config_id and (o.decision in ('accepted', 'rejected') or r.started_by is not null))
     order by config_id`,
  );
  const configIds = rows.map(({ configId }) => configId);
  await client.query(
    `delete from calibration_issue where config_id = any($1) and state in ('draft', 'failed')`,
    [configIds],
  );
  await client.query('delete from calibration_run where config_id = any($1)', [configIds]);
  return configIds;
}

/** Whether hours of the past are still being rolled up, or values of the demo are being corrected again. */
export async function isHistoryChanging(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isChanging: boolean }>(
    `select exists (select from dirty_hour where hour < now() - interval '3 hours')
       or exists (select from coefficient_recheck join site using (site_id) where simulated) as "isChanging"`,
  );
  return rows[0]?.isChanging ?? false;
}

/** Removes the configs of the demo that have lost all their sites. */
export async function removeAbandonedConfigs(client: Connection): Promise<void> {
  await client.query(
    `delete from calibration_config c where simulated
       and not exists (select from site where simulated)
       and not exists (select from calibration_config_site t where t.config_id = c.config_id)`,
  );
}
