import { HOUR_MS } from '@limpid/contract/durations';
import type { TestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { readRows, type ScopeSubject } from './scope-matrix.fixture.ts';
import { sites } from './scope-sites.fixture.ts';

/** An active alarm of a new site of the department. */
async function addAlarm(t: TestApp, deptId: number): Promise<number> {
  const siteId = await sites.add(t, deptId);
  const { rows } = await t.app.pool.query(
    `insert into alarm_log (site_id, rule_name, alarm_type, severity, basis, peak_at, raised_at, message_at)
     values ($1, 'x', 'limit', 'minor', 'minute', limpid_now(), limpid_now(), limpid_now()) returning alarm_id`,
    [siteId],
  );
  return Number(rows[0].alarm_id);
}

const path = '/alarm/log';
const act = (action: string, more: object = {}) => ({
  row: { request: (id: number) => ({ path: `${path}/${action}`, json: { alarmIds: [id], ...more } }) },
});
const numbers = { exempt: 'numbers of what the list shows, tried with the alarm log' };

export const alarms: ScopeSubject = {
  path,
  add: addAlarm,
  calls: {
    'GET /alarm/log/list': {
      list: { rows: readRows('alarmId'), path: () => `${path}/list?pageSize=1000` },
    },
    'GET /alarm/log/:': { row: { request: (id) => ({ path: `${path}/${id}` }) } },
    'GET /alarm/log/events': { row: { request: (id) => ({ path: `${path}/events?alarmId=${id}` }) } },
    'PUT /alarm/log/acknowledge': act('acknowledge'),
    'POST /alarm/log/comment': act('comment', { comment: 'seen' }),
    'PUT /alarm/log/mute': act('mute', { until: testNow + HOUR_MS }),
    'PUT /alarm/log/unmute': act('unmute'),
    'PUT /alarm/log/clear': act('clear'),
    'GET /alarm/log/counts': numbers,
    'GET /alarm/log/sites': numbers,
    'GET /alarm/log/statistics': numbers,
    'GET /alarm/log/spans': { exempt: 'needs the ids of sites, tried with the alarm log' },
    'POST /alarm/log/export': { list: { sheet: 'file' } },
    'GET /alarm/log/export': { list: { sheet: 'name' } },
    'POST /alarm/log/exportWork': { list: { sheet: 'work' } },
  },
};
