import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createDatabase } from '../../../testing/app.ts';

const folder = new URL('../../../../migrations/', import.meta.url);
const database = await createDatabase();
afterAll(() => database.drop());

it('the addresses of existing entities become paused targets', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  const own = '0171_forward_targets.sql';
  const apply = (file: string) => client.query(readFileSync(new URL(file, folder), 'utf8'));
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  for (const file of files.toSorted().filter((one) => one < own)) await apply(file);
  await client.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values (1, 0, '{0}', 'x')`,
  );
  await client.query(
    `insert into site_entity (entity_code, entity_name, dept_id, forward_protocol, forward_address) values
     ('a', 'a', 1, 'hj212-2005', 'b.example:1#a.example:2'), ('b', 'b', 1, 'json', 'https://c.example/in'),
     ('c', 'c', 1, 'hj212-2017', null), ('d', 'd', 1, 'hj212-2017', '')`,
  );
  await apply(own);
  const { rows } = await client.query(
    `select entity_code as entity, target_name, protocol, address, r.state
     from forward_target_row r join site_entity using (entity_id) order by target_id`,
  );
  const states = await client.query(
    'select entity_code as entity, forward_state as state from site_entity_row order by entity_code',
  );
  await client.end();
  const paused = (entity: string, protocol: string, address: string) => ({
    entity,
    target_name: address,
    protocol,
    address,
    state: 'paused',
  });
  expect(rows).toEqual([
    paused('a', 'hj212-2005', 'b.example:1'),
    paused('a', 'hj212-2005', 'a.example:2'),
    paused('b', 'json', 'https://c.example/in'),
  ]);
  expect(states.rows.map(({ entity, state }) => `${entity} ${state}`)).toEqual([
    'a paused',
    'b paused',
    'c off',
    'd off',
  ]);
});
