import type { AlarmEvent } from '@limpid/contract/alarm/alarm-log';
import type { TestApp } from '../../../testing/app.ts';
import { type AlarmState, initialState } from '../evaluation/alarm-machine.rule.ts';

interface AlarmOptions {
  siteId: number;
  alarmType?: string;
  severity?: string;
  raisedAt?: Date;
  endedAt?: Date | null;
  acknowledgedAt?: Date | null;
  value?: number | null;
  ruleId?: number | null;
  historical?: boolean;
}

/** An alarm as the evaluation raises it, of PM10 above 150 by default. */
export async function addAlarm(test: TestApp, options: AlarmOptions): Promise<number> {
  const { clock, app } = test;
  const { siteId, alarmType = 'limit', severity = 'major', raisedAt = clock.now(), endedAt = null } = options;
  const { acknowledgedAt = null, value = 182, ruleId = null, historical = false } = options;
  const { rows } = await app.pool.query(
    `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, channel_id, basis, compare, value,
       limit_value, peak, peak_at, last_value, raised_at, ended_at, end_reason, acknowledged_at, acknowledged_by,
       message_at, historical)
     values ($1, $2, 'Dust', $3, $4, (select channel_id from basic_channel where channel_code = 'PM10'), 'minute', 'gt',
       $5, 150, $5, $6, $5, $6, $7, case when $7::timestamptz is not null then 'recovered' end, $8,
       case when $8::timestamptz is not null then 'someone' end, $6, $9)
     returning alarm_id`,
    [siteId, ruleId, alarmType, severity, value, raisedAt, endedAt, acknowledgedAt, historical],
  );
  const alarmId = Number(rows[0].alarm_id);
  await app.pool.query(`insert into alarm_event (alarm_id, event, at, value) values ($1, 'raised', $2, $3)`, [
    alarmId,
    raisedAt,
    value,
  ]);
  return alarmId;
}

/** A rule of an entity-wide limit that reminds after so many minutes. */
export async function addRemindingRule(
  test: TestApp,
  ruleName: string,
  remindMinutes: number,
): Promise<number> {
  const { rows } = await test.app.pool.query(
    `insert into alarm_rule (rule_name, alarm_type, severity, target, dept_id, remind_minutes)
     values ($1, 'limit', 'major', 'entity', 100, $2) returning rule_id`,
    [ruleName, remindMinutes],
  );
  return rows[0].rule_id;
}

/** The state in which the evaluation leaves a running alarm. */
export async function addState(
  { app: { pool }, clock }: TestApp,
  ids: { siteId: number; ruleId: number; alarmId: number },
  phase: AlarmState['phase'] = 'active',
  dueAt: Date | null = null,
): Promise<void> {
  const at = clock.now().getTime();
  const state: AlarmState = {
    ...initialState,
    phase,
    since: at,
    last: { at, value: 182, verdict: 'met' },
    episode: {
      raisedAt: at,
      value: 182,
      peak: 182,
      peakAt: at,
      lastValue: 182,
      messageAt: at,
      repeats: 0,
      unstable: false,
    },
  };
  await pool.query(
    'insert into alarm_state (site_id, rule_id, alarm_id, state, due_at) values ($1, $2, $3, $4, $5)',
    [ids.siteId, ids.ruleId, ids.alarmId, JSON.stringify(state), dueAt],
  );
}

export async function listEventNames({ app: { pool } }: TestApp, alarmId: number): Promise<AlarmEvent[]> {
  const { rows } = await pool.query('select event from alarm_event where alarm_id = $1 order by event_id', [
    alarmId,
  ]);
  return rows.map(({ event }) => event);
}
