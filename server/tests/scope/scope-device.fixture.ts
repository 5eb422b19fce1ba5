import type { TestApp } from '../../src/testing/app.ts';
import { newestFirstQuery, readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

/** A command that waits for the device of a new site of the department. */
async function addCommand(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into device_log (site_id, device_sn, command_code, log_type, kind, state, data_time, send_until)
     values ($1, 'x', '1011', '0', 'readValue', 'queued', limpid_now(), limpid_now() + interval '1 day')
     returning log_id`,
    [await sites.add(t, deptId)],
  );
  return Number(rows[0].log_id);
}

const path = '/device/log';

export const deviceLogs: ScopeSubject = {
  path,
  add: addCommand,
  calls: {
    'GET /device/log/list': {
      list: { rows: readRows('logId'), path: () => `${path}/list?pageSize=1000` },
    },
    'GET /device/log/:': { row: { request: (id) => ({ path: `${path}/${id}` }) } },
    'POST /device/log/cancel/:': {
      row: { request: (id) => ({ path: `${path}/cancel/${id}` }), guards: ['device_order.ended'] },
    },
    'POST /device/log/export': { list: { sheet: 'file' } },
    'GET /device/log/export': { list: { sheet: 'name' } },
    'POST /device/log/exportWork': { list: { sheet: 'work' } },
  },
};

/** Orders a seeded command without parameters. */
const order = (action: string, name: string) => ({
  row: {
    of: sites.path,
    request: async (id: number, { t }: { t: TestApp }) => {
      const { rows } = await t.app.pool.query(
        'select command_id from basic_command where command_name_en = $1',
        [name],
      );
      return {
        path: `/device/equipment/${action}`,
        json: { commandId: rows[0].command_id, siteIds: [id], values: { PolId: 'a34004' }, confirmed: 1 },
      };
    },
    refusals: ['device_order.site_gone' as const],
  },
});

const equipment = '/device/equipment';
const batchId = '00000000-0000-4000-8000-000000000001';
const ofSite = (request: (id: number) => string) => ({
  row: { request: (id: number) => ({ path: `${equipment}/${request(id)}` }) },
});

function readSiteIds({ data }: Record<string, unknown>): number[] {
  // An error has no data.
  return (data as { siteIds: number[] } | undefined)?.siteIds ?? [];
}

export const deviceOrders: ScopeSubject = {
  path: equipment,
  add: sites.add,
  calls: {
    'GET /device/equipment/list': {
      list: { rows: readRows('siteId'), path: () => `${equipment}/list?${newestFirstQuery('siteId')}` },
    },
    'GET /device/equipment/ids': {
      list: { rows: readSiteIds, path: () => `${equipment}/ids?${newestFirstQuery('siteId')}` },
    },
    'GET /device/equipment/:': ofSite(String),
    'POST /device/equipment/export': { list: { sheet: 'file' } },
    'GET /device/equipment/export': { list: { sheet: 'name' } },
    'POST /device/equipment/exportWork': { list: { sheet: 'work' } },
    'GET /device/equipment/commands': {
      row: {
        request: (id) => ({ path: `${equipment}/commands?siteIds=${id}` }),
        refusals: ['device_order.site_gone'],
      },
    },
    'GET /device/equipment/batch/:': {
      list: {
        of: path,
        rows: readRows('logId'),
        path: () => `${equipment}/batch/${batchId}`,
        async prepare({ t }, rows) {
          await t.app.pool.query('update device_log set batch_id = $1 where log_id = any($2)', [
            batchId,
            rows,
          ]);
        },
      },
    },
    'GET /device/equipment/parameters/:': ofSite((id) => `parameters/${id}`),
    'GET /device/equipment/connections/:': ofSite((id) => `connections/${id}`),
    'GET /device/equipment/frames/:': ofSite((id) => `frames/${id}`),
    'POST /device/equipment/read': order('read', 'Read clock'),
    'POST /device/equipment/write': order('write', 'Set clock'),
    'POST /device/equipment/operate': order('operate', 'Start real-time data'),
  },
};
