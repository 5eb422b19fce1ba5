import { randomUUID } from 'node:crypto';
import type { TestApp } from '../../src/testing/app.ts';
import { type ScopeSubject, standardCalls } from './scope-matrix.fixture.ts';
import { entities } from './scope-sites.fixture.ts';

const template = { exempt: 'a template holds no rows' };
const lines = { exempt: 'lines are judged one by one, with the import of rules' };
const makeName = () => randomUUID().slice(0, 30);

/** A rule for an entity belongs to the department of the entity. */
async function addRule(t: TestApp, deptId: number): Promise<number> {
  const { rows } = await t.app.pool.query(
    `insert into alarm_rule (rule_name, alarm_type, severity, target, entity_id, dept_id)
     values ($1, 'offline', 'minor', 'entity', $2, 100) returning rule_id`,
    [makeName(), await entities.add(t, deptId)],
  );
  return rows[0].rule_id;
}

const offline = (target: object) => ({
  ruleName: makeName(),
  alarmType: 'offline',
  severity: 'minor',
  basis: 'minute',
  intervalUnit: 'min',
  ...target,
});

export const alarmRules: ScopeSubject = {
  path: '/alarm/config',
  add: addRule,
  calls: {
    ...standardCalls({
      path: '/alarm/config',
      id: 'ruleId',
      body: async (id, { t }) => {
        const { rows } = await t.app.pool.query('select * from alarm_rule where rule_id = $1', [id]);
        return offline({ target: 'entity', entityId: rows[0]?.entity_id });
      },
    }),
    'POST /alarm/config': {
      row: {
        of: '/site/entity',
        request: (entityId) => ({ path: '/alarm/config', json: offline({ target: 'entity', entityId }) }),
      },
    },
    'GET /alarm/config/targets': { exempt: 'at most fifty of those reached, tried in alarm-rule.test.ts' },
    'GET /alarm/config/site/:': {
      row: { of: '/site/site', request: (siteId) => ({ path: `/alarm/config/site/${siteId}` }) },
    },
    'POST /alarm/config/preview': {
      row: {
        of: '/site/site',
        request: (siteId) => ({ path: '/alarm/config/preview', json: offline({ target: 'site', siteId }) }),
        // Ingest does not know sites that a test has inserted.
        guards: ['alarm_rule.no_site'],
      },
    },
    'GET /alarm/config/running': { exempt: 'only alarms of rules that are reached are counted' },
    'POST /alarm/config/importTemplate': template,
    'GET /alarm/config/importTemplate': template,
    'POST /alarm/config/importData': lines,
    'POST /alarm/config/importWork': lines,
  },
};
