import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { readRows, type ScopeCheck, type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

const makeRule = () => ({ ruleName: randomUUID().slice(0, 30), test: 'range', channelId: 1, maxValue: 500 });

async function addRule({ app: { pool } }: TestApp, deptId: number): Promise<number> {
  const { rows } = await pool.query(
    `insert into data_rule (rule_name, dept_id, test, channel_id, max_value) values ($1, $2, 'range', 1, 500)
     returning rule_id`,
    [randomUUID().slice(0, 30), deptId],
  );
  return rows[0].rule_id;
}

const template: ScopeCheck = { exempt: 'a template without data' };
const lines: ScopeCheck = { exempt: 'each line is written like a single rule' };

export const dataRules: ScopeSubject = {
  path: '/basic/dataRule',
  readsAbove: true,
  add: addRule,
  calls: {
    ...standardCalls({
      path: '/basic/dataRule',
      id: 'ruleId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select dept_id from data_rule where rule_id = $1', [id]);
        return { ...makeRule(), deptId: rows[0]?.dept_id };
      },
    }),
    'POST /basic/dataRule': [
      {
        row: {
          of: '/system/dept',
          request: (deptId) => ({ path: '/basic/dataRule', json: { ...makeRule(), deptId } }),
        },
      },
      {
        row: {
          of: '/site/site',
          request: (siteId) => ({ path: '/basic/dataRule', json: { ...makeRule(), siteId } }),
        },
      },
    ],
    'POST /basic/dataRule/preview': {
      row: {
        of: '/site/site',
        request: (siteId) => ({
          path: '/basic/dataRule/preview',
          json: { ...makeRule(), siteId, previewSiteId: siteId },
        }),
      },
    },
    'POST /basic/dataRule/apply': {
      row: {
        of: '/site/site',
        request: (siteId) => ({
          path: '/basic/dataRule/apply',
          json: { siteIds: [siteId], from: '2026-01-01', to: '2026-01-01' },
        }),
        // A person has few works at a time.
        guards: ['work.too_many'],
      },
    },
    'POST /basic/dataRule/importTemplate': template,
    'GET /basic/dataRule/importTemplate': template,
    'POST /basic/dataRule/importData': lines,
    'POST /basic/dataRule/importWork': lines,
  },
};

export const flaggedPeriods: ScopeSubject = {
  path: '/data/audit',
  add: async (t, deptId) => {
    const { rows } = await t.app.pool.query(
      `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, counts)
       values ($1, '2026-11-18 00:00Z', 1, 1, 'rule', 'range', 'hour', 600, true) returning flag_id`,
      [await sites.add(t, deptId)],
    );
    return rows[0].flag_id;
  },
  calls: {
    'GET /data/audit/list': {
      list: { rows: readRows('periodId'), path: () => '/data/audit/list?pageSize=1000' },
    },
    'PUT /data/audit/review': {
      row: {
        request: async (periodId, { t }) => {
          const { rows } = await t.app.pool.query(
            'select revision from quality_period_row where period_id = $1',
            [periodId],
          );
          const periods = [{ periodId, revision: rows[0]?.revision ?? 'gone' }];
          return { path: '/data/audit/review', json: { periods, state: 'confirmed', reason: 'seen' } };
        },
      },
    },
    'GET /data/audit/hours': { row: { request: (id) => ({ path: `/data/audit/hours?periodId=${id}` }) } },
    'POST /data/audit/export': { list: { sheet: 'file' } },
    'GET /data/audit/export': { list: { sheet: 'name' } },
    'POST /data/audit/exportWork': { list: { sheet: 'work' } },
  },
};
