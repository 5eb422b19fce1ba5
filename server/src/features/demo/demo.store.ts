import type { demoCities } from '@limpid/simulator/demo/demo-cities';
import {
  demoBackfill,
  demoFactCodes,
  demoReferenceRequest,
  findDemoKey,
} from '@limpid/simulator/demo/demo-stations';
import type pg from 'pg';
import { demoRules } from './demo-rules.ts';

const rootDepartmentId = 100;

/** Inserts the demo entities and sites; SM4 keys are sealed like any other secret. */
export async function insertDemoSites(
  client: pg.ClientBase,
  cities: typeof demoCities,
  seal: (text: string) => string,
): Promise<void> {
  const entities = cities.flatMap(({ zone, names: { en: city }, entities: ofCity }) =>
    // A group has one name for all languages.
    ofCity.map((entity) => ({ ...entity, zone, city })),
  );
  await client.query(
    `insert into site_entity (entity_code, entity_name, entity_name_en, entity_name_fr, dept_id, zone, longitude, latitude,
       entity_group, order_num, create_by, create_time)
     select code, zh, en, fr, $1, zone, longitude, latitude, city, number, 'demo', limpid_now()
     from jsonb_to_recordset($2) as input(code text, zh text, en text, fr text, zone text, city text, longitude float8,
       latitude float8, number int)`,
    [
      rootDepartmentId,
      JSON.stringify(
        entities.map(({ names, ...entity }, index) => ({ ...entity, ...names, number: index + 1 })),
      ),
    ],
  );
  const sites = cities.flatMap(({ sites: ofCity }) => ofCity);
  await client.query(
    `insert into site (site_code, site_name, entity_id, mn, device_type_id, protocol, report_interval, sm4_key, longitude,
       latitude, simulated, create_by, create_time)
     select input.code, name, entity_id, mn, device_type_id, 'hj212-' || version, "interval", key, input.longitude,
       input.latitude, true, 'demo', limpid_now()
     from jsonb_to_recordset($1) as input(code text, name text, entity text, mn text, type text, version text, "interval" int,
       key text, longitude float8, latitude float8)
     join site_entity on entity_code = entity join basic_device_type on type_code = type`,
    [
      JSON.stringify(
        sites.map((site) => {
          const key = findDemoKey(site);
          return { ...site, key: key === null ? null : seal(key) };
        }),
      ),
    ],
  );
}

/** Names the codes of firmware and signal where a type has none, and gives simulated devices with a modem a card. */
export async function nameDemoFacts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update basic_device_type set firmware_code = coalesce(firmware_code, input.firmware),
       signal_code = coalesce(signal_code, input.signal)
     from jsonb_to_recordset($1) as input(type text, firmware text, signal text)
     where type_code = input.type and exists (select from site where simulated)`,
    [JSON.stringify(Object.entries(demoFactCodes).map(([type, codes]) => ({ type, ...codes })))],
  );
  // The country and issuer of an ICCID, then the number of the card.
  await client.query(
    `update site set iot_card =
       case left(site_code, 2) when 'BJ' then '898604' when 'LY' then '893301' else '894410' end
       || lpad((abs(hashtext(mn)) % 100000000)::text, 13, '0')
     where simulated and iot_card is null`,
  );
}

/** Names the request for values of a reference station where a type of the demo has none. */
export async function nameDemoReferenceRequest(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update basic_device_type set reference_code = $1, reference_template = $2
     where reference_code is null and type_code = any($3) and exists (select from site where simulated)`,
    [demoReferenceRequest.code, demoReferenceRequest.template, Object.keys(demoFactCodes)],
  );
}

/** Device types of the demo answer requests for missing data, unless a person has edited the type. */
export async function nameDemoBackfill(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update basic_device_type set answers_minutes = true, answers_hours = true, answers_days = true,
       asks_itself = input.asks
     from jsonb_to_recordset($1) as input(type text, asks boolean)
     where type_code = input.type and update_time is null
       and not (answers_minutes or answers_hours or answers_days or asks_itself)
       and exists (select from site where simulated)`,
    [JSON.stringify(Object.entries(demoBackfill).map(([type, { asksItself: asks }]) => ({ type, asks })))],
  );
}

/** Inserts alarm rules for the device types of the demo, as old as its history, unless its sites are gone. */
export async function insertDemoRules(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into alarm_rule (rule_name, alarm_type, severity, target, device_type_id, dept_id, channel_id, has_channel,
       basis, compare, threshold, dead_band, rate_minutes, quality_kind, window_hours, reference_kind, for_seconds,
       simulated, create_by, create_time)
     select name, type, severity, 'deviceType', device_type_id, $1, channel_id, channel_id is not null,
       coalesce(basis, case when type = 'quality' then 'hour' else 'minute' end), compare, threshold, band, minutes,
       quality, hours, reference, seconds, true, 'demo', limpid_now() - interval '31 days'
     from jsonb_to_recordset($2) as input(name text, type text, severity text, device text, channel text, basis text,
       compare text, threshold float8, band float8, minutes int, quality text, hours int, reference text, seconds int,
       number int)
     join basic_device_type on type_code = device
     left join basic_channel on channel_code = channel
     where exists (select from site where simulated)
     order by number
     on conflict do nothing`,
    [rootDepartmentId, JSON.stringify(demoRules.map((rule, number) => ({ ...rule, number })))],
  );
}

/** Limits of simulated sites, for the first channel of their type: exceeded now and then. */
const demoLimits = { 'PM2.5': 75, PM10: 150 };

export async function setDemoLimits(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update site set threshold = ($1::jsonb ->> channel_code)::float8
     from basic_channel
     where simulated and threshold is null and $1::jsonb ? channel_code and channel_id = (
       select channel_id from basic_device_type_channel l where l.device_type_id = site.device_type_id
       order by l.order_num, l.channel_id limit 1)`,
    [JSON.stringify(demoLimits)],
  );
}

/** The MNs of the simulated sites that have not been removed. */
export async function listSimulatedMns(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ mn: string }>('select mn from site where simulated');
  return new Set(rows.map(({ mn }) => mn));
}

const history = 'demo_0003_history';

export async function hasHistory(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from schema_seed where name = $1', [history]);
  return rowCount === 1;
}

export async function recordHistory(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into schema_seed (name, checksum) values ($1, 'once') on conflict do nothing`, [
    history,
  ]);
}

/** Simulated sites whose stations are connected; none if commands were already ordered for some. */
export async function listConnectedSimulated(pool: pg.Pool, most: number): Promise<number[]> {
  const { rows } = await pool.query<{ siteId: number }>(
    `select s.site_id as "siteId" from site s
     where s.simulated and s.site_id in (select unnest(site_ids) from gateway_connection)
       and not exists (select from device_log join site using (site_id) where simulated and batch_id is not null)
     order by s.site_id limit $1`,
    [most],
  );
  return rows.map(({ siteId }) => siteId);
}
