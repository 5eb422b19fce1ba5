import type { demoCities } from '@limpid/simulator/demo/demo-cities';
import { findDemoKey } from '@limpid/simulator/demo/demo-stations';
import type pg from 'pg';

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
