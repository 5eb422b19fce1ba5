import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { entities } from './scope-sites.fixture.ts';

const bounds = `'2026-09-01T00:00+08', '2026-10-01T00:00+08'`;

/** September of an entity, locked; the number of the lock. */
async function lockSeptember({ app: { pool } }: TestApp, entityId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into month_lock (entity_id, month, zone, since, until, locked_at, locked_by)
     values ($1, '2026-09-01', 'Asia/Shanghai', ${bounds}, limpid_now(), 'admin')
     on conflict (entity_id, month) do update set locked_by = excluded.locked_by returning lock_id`,
    [entityId],
  );
  return rows[0].lock_id;
}

async function addLocked(t: TestApp, deptId: number): Promise<number> {
  const entityId = await entities.add(t, deptId);
  await lockSeptember(t, entityId);
  return entityId;
}

/** The rows are entities: with a locked month, and without sites. */
export const monthLocks: ScopeSubject = {
  path: '/data/audit/lock',
  add: addLocked,
  calls: {
    'GET /data/audit/lock/list': {
      list: {
        rows: readRows('entityId'),
        path: () => '/data/audit/lock/list?state=locked&pageSize=100',
        // Other checks may have unlocked them.
        prepare: async ({ t }, ids) => {
          await Promise.all(ids.map((entityId) => lockSeptember(t, entityId)));
        },
      },
    },
    'POST /data/audit/lock': {
      row: {
        request: (entityId) => ({ path: '/data/audit/lock', json: { entityId, month: '2026-08' } }),
        guards: ['lock.no_sites'],
      },
    },
    'POST /data/audit/lock/unlock': {
      row: {
        request: async (entityId, { t }) => ({
          path: '/data/audit/lock/unlock',
          json: { lockId: await lockSeptember(t, entityId), reason: 'a packet is missing' },
        }),
      },
    },
  },
};

/** The checks of a read-only list. */
const listCalls = (path: string, id: string): ScopeSubject['calls'] => ({
  [`GET ${path}/list`]: { list: { rows: readRows(id), path: () => `${path}/list?pageSize=1000` } },
  [`POST ${path}/export`]: { list: { sheet: 'file' } },
  [`GET ${path}/export`]: { list: { sheet: 'name' } },
  [`POST ${path}/exportWork`]: { list: { sheet: 'work' } },
});

export const keptPackets: ScopeSubject = {
  path: '/data/audit/packet',
  add: async (t, deptId) => {
    const entityId = await entities.add(t, deptId);
    const lockId = await lockSeptember(t, entityId);
    const { rows } = await t.app.pool.query(
      `with added as (
         insert into site (site_code, site_name, entity_id, mn, device_type_id)
         select entity_code, entity_name, entity_id, entity_code, 1 from site_entity where entity_id = $1
         returning site_id
       )
       insert into kept_packet (site_id, lock_id, ts, kind, rank, entries, replaced, digest, arrived_at, last_arrived_at)
       select site_id, $2, '2026-09-02T00:00Z', 2011, 1, '[]', '[]', '', limpid_now(), limpid_now() from added
       returning packet_id`,
      [entityId, lockId],
    );
    return Number(rows[0].packet_id);
  },
  calls: listCalls('/data/audit/packet', 'packetId'),
};

export const monthLockLogs: ScopeSubject = {
  path: '/data/audit/lockLog',
  add: async (t, deptId) => {
    const { rows } = await t.app.pool.query(
      `insert into month_lock_log (lock_id, entity_id, month, action, user_name, logged_at)
       values (0, $1, '2026-09-01', 'lock', 'admin', limpid_now()) returning log_id`,
      [await entities.add(t, deptId)],
    );
    return Number(rows[0].log_id);
  },
  calls: listCalls('/data/audit/lockLog', 'logId'),
};
