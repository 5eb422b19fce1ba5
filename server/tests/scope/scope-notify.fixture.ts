import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { alarms } from './scope-alarms.fixture.ts';
import { readRows, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';

const makeName = () => randomUUID().slice(0, 30);

/** Sends to an address that is refused, so that nothing leaves the test. */
async function addChannel({ app: { pool } }: TestApp, deptId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into notify_channel (notify_channel_name, kind, dept_id, url) values ($1, 'webhook', $2, 'https://127.0.0.1/')
     returning notify_channel_id`,
    [makeName(), deptId],
  );
  return rows[0].notify_channel_id;
}

const channelFacts = () => ({ notifyChannelName: makeName(), kind: 'webhook', url: 'https://hook.example/' });

export const notifyChannels: ScopeSubject = {
  path: '/alarm/channel',
  add: addChannel,
  calls: {
    ...standardCalls({
      path: '/alarm/channel',
      id: 'notifyChannelId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query(
          'select dept_id from notify_channel where notify_channel_id = $1',
          [id],
        );
        return { ...channelFacts(), deptId: rows[0]?.dept_id ?? 100 };
      },
    }),
    'POST /alarm/channel': {
      row: {
        of: '/system/dept',
        request: (deptId) => ({ path: '/alarm/channel', json: { ...channelFacts(), deptId } }),
      },
    },
    'POST /alarm/channel/test/:': {
      row: { request: (id) => ({ path: `/alarm/channel/test/${id}` }), guards: ['outbound.refused_address'] },
    },
    'POST /alarm/channel/secret/:': { row: { request: (id) => ({ path: `/alarm/channel/secret/${id}` }) } },
  },
};

export const alarmDeliveries: ScopeSubject = {
  path: '/alarm/delivery',
  add: async (t, deptId) => {
    const { rows } = await t.app.pool.query(
      `insert into alarm_delivery (alarm_id, event, at, notify_channel_id, state, next_at, created_at)
       values ($1, 'raised', limpid_now(), $2, 'failed', limpid_now(), limpid_now()) returning delivery_id`,
      [await alarms.add(t, deptId), await addChannel(t, 100)],
    );
    return Number(rows[0].delivery_id);
  },
  calls: {
    'GET /alarm/delivery/list': {
      list: { rows: readRows('deliveryId'), path: () => '/alarm/delivery/list?pageSize=1000' },
    },
    'PUT /alarm/delivery/retry/:': { row: { request: (id) => ({ path: `/alarm/delivery/retry/${id}` }) } },
    'POST /alarm/delivery/export': { list: { sheet: 'file' } },
    'GET /alarm/delivery/export': { list: { sheet: 'name' } },
    'POST /alarm/delivery/exportWork': { list: { sheet: 'work' } },
  },
};

const rotaFacts = () => ({ rotaName: makeName(), zone: 'UTC', shifts: [] });

export const notifyRotas: ScopeSubject = {
  path: '/alarm/rota',
  add: async ({ app: { pool } }, deptId) => {
    const { rows } = await pool.query(
      `insert into notify_rota (rota_name, dept_id, zone) values ($1, $2, 'UTC') returning rota_id`,
      [makeName(), deptId],
    );
    return rows[0].rota_id;
  },
  calls: {
    ...standardCalls({
      path: '/alarm/rota',
      id: 'rotaId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select dept_id from notify_rota where rota_id = $1', [id]);
        return { ...rotaFacts(), deptId: rows[0]?.dept_id ?? 100 };
      },
    }),
    'POST /alarm/rota': {
      row: {
        of: '/system/dept',
        request: (deptId) => ({ path: '/alarm/rota', json: { ...rotaFacts(), deptId } }),
      },
    },
    'GET /alarm/rota/choices': {
      list: {
        of: '/system/user',
        rows: (body) =>
          readRows('userId')({ data: (body['data'] as { people?: [] } | undefined)?.people ?? [] }),
      },
    },
  },
};
