import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

/** Adds a station with a new site of the department. */
async function addStation(t: TestApp, deptId: number): Promise<{ siteId: number; mn: string }> {
  const siteId = await sites.add(t, deptId);
  const { rows } = await t.app.pool.query('select mn from site where site_id = $1', [siteId]);
  return { siteId, mn: rows[0].mn };
}

export const clients: ScopeSubject = {
  path: '/monitor/client',
  add: async (t, deptId) => {
    const { siteId, mn } = await addStation(t, deptId);
    const { rows } = await t.app.pool.query(
      `insert into gateway_connection (process, number, address, mn, site_id, connected_at, last_seen, packets, bytes,
         refused, reasons, heartbeat_at)
       values ($1, 1, '10.0.0.1:1', $2, $3, limpid_now(), limpid_now(), 1, 1, 0, '{}', limpid_now()) returning connection_id`,
      [randomUUID(), mn, siteId],
    );
    return rows[0].connection_id;
  },
  calls: {
    'GET /monitor/client/list': {
      list: { rows: readRows('connectionId'), path: () => '/monitor/client/list?pageSize=1000' },
    },
    'GET /monitor/client/summary': {
      exempt: 'numbers of what the list shows, tried with the client monitor',
    },
    'DELETE /monitor/client/:': { row: { request: (id) => ({ path: `/monitor/client/${id}` }) } },
  },
};

export const stationReports: ScopeSubject = {
  path: '/ingest/report',
  add: async (t, deptId) => {
    const { siteId } = await addStation(t, deptId);
    const { rows } = await t.app.pool.query(
      `insert into station_report (site_id, ts, received_at, kind, content, raw, digest)
       values ($1, limpid_now(), limpid_now(), '3020', '{"polId":null,"items":[]}', 'x', '\\x01') returning report_id`,
      [siteId],
    );
    return rows[0].report_id;
  },
  calls: {
    'GET /ingest/report/list': {
      list: { rows: readRows('reportId'), path: () => '/ingest/report/list?pageSize=1000' },
    },
    'POST /ingest/report/export': { list: { sheet: 'file' } },
    'GET /ingest/report/export': { list: { sheet: 'name' } },
    'POST /ingest/report/exportWork': { list: { sheet: 'work' } },
  },
};

export const refusals: ScopeSubject = {
  path: '/ingest/refusal',
  add: async (t, deptId) => {
    const { mn } = await addStation(t, deptId);
    const { rows } = await t.app.pool.query(
      `insert into gateway_refusal (mn, reason, count, today, last_seen) values ($1, 'crc', 1, 1, limpid_now())
       returning refusal_id`,
      [mn],
    );
    return rows[0].refusal_id;
  },
  calls: {
    'GET /ingest/refusal/list': {
      list: { rows: readRows('refusalId'), path: () => '/ingest/refusal/list?pageSize=1000' },
    },
    'DELETE /ingest/refusal/:': { row: { request: (id) => ({ path: `/ingest/refusal/${id}` }) } },
    'DELETE /ingest/refusal/clean': {
      exempt: 'would take the rows of other calls; tried with the client monitor',
    },
  },
};
