import type { TestApp } from '../../../testing/app.ts';
import { addPerson } from '../../../testing/people.ts';
import { escalate } from './delivery/escalate.ts';
import { expandMessages } from './delivery/expand.ts';
import { groupMessages } from './delivery/group.ts';
import { openSender } from './delivery/sender.ts';

/** Sends what is due; returns the number of messages. */
export async function sendDue({ app }: TestApp): Promise<number> {
  const sender = openSender(app);
  const started = await sender.start();
  await sender.finish();
  return started;
}

/** All steps of the job, after the time in which messages are collected. */
export async function runNotifyJob(t: TestApp): Promise<void> {
  const { pool } = t.app;
  const now = () => t.clock.now().getTime();
  await expandMessages(pool, now());
  await escalate(pool, now());
  t.clock.advance(0.2);
  await groupMessages(pool, now());
  await sendDue(t);
}

let readers = 0;

/** Adds a person who may see alarms of departments, or all, with a subscription. */
export async function addReader(
  t: TestApp,
  deptIds?: number[],
  facts: Record<string, unknown> = {},
): Promise<{ userId: number; userName: string; email: string }> {
  const userName = `reader${++readers}`;
  const scope = deptIds ? { dataScope: '2', deptIds } : {};
  const userId = await addPerson(t, userName, [{ permissions: ['alarm:log:list'], ...scope }]);
  const email = `${userName}@city.example`;
  await t.app.pool.query('update sys_user set email = $2 where user_id = $1', [userId, email]);
  await subscribe(t, userId, facts);
  return { userId, userName, email };
}

/** Adds an entity with a site to a department; returns the id of the site. */
export async function addAlarmSite({ app: { pool } }: TestApp, deptId = 100): Promise<number> {
  const code = Math.random().toString(36).slice(2, 12).toUpperCase();
  const entity = await pool.query(
    `insert into site_entity (entity_code, entity_name, dept_id) values ($1, $1, $2) returning entity_id`,
    [code, deptId],
  );
  const site = await pool.query(
    `insert into site (entity_id, device_type_id, site_code, site_name, mn) values ($1, 1, $2, $2, $2) returning site_id`,
    [entity.rows[0].entity_id, code],
  );
  return site.rows[0].site_id;
}

/** Adds a running alarm with the message that it was raised. */
export async function raiseAlarm(
  { app: { pool, clock } }: TestApp,
  siteId: number,
  facts: { severity?: string; ruleId?: number } = {},
): Promise<number> {
  const { severity = 'major', ruleId = null } = facts;
  const now = clock.now();
  const { rows } = await pool.query(
    `insert into alarm_log (site_id, rule_id, rule_name, alarm_type, severity, basis, value, limit_value, peak, peak_at,
       last_value, raised_at, message_at)
     values ($1, $2, 'PM10 over 150', 'limit', $3, 'minute', 182, 150, 182, $4, 182, $4, $4) returning alarm_id`,
    [siteId, ruleId, severity, now],
  );
  const alarmId = Number(rows[0].alarm_id);
  await addMessage({ app: { pool, clock } }, alarmId, 'raised');
  return alarmId;
}

export async function addMessage(
  { app: { pool, clock } }: { app: Pick<TestApp['app'], 'pool' | 'clock'> },
  alarmId: number,
  event: string,
): Promise<void> {
  if (event === 'ended')
    await pool.query(`update alarm_log set ended_at = $2, end_reason = 'recovered' where alarm_id = $1`, [
      alarmId,
      clock.now(),
    ]);
  await pool.query(
    'insert into alarm_message (alarm_id, event, at, value, created_at) values ($1, $2, $3, 182, $3)',
    [alarmId, event, clock.now()],
  );
}

/** Adds a channel with the given columns. */
export async function addChannel(
  { app: { pool } }: TestApp,
  facts: Record<string, unknown>,
): Promise<number> {
  const row = { notify_channel_name: `channel ${Math.random()}`, dept_id: 100, language: 'en', ...facts };
  const columns = Object.keys(row);
  const { rows } = await pool.query(
    `insert into notify_channel (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     returning notify_channel_id`,
    Object.values(row),
  );
  return rows[0].notify_channel_id;
}

async function subscribe(
  { app: { pool } }: TestApp,
  userId: number,
  facts: Record<string, unknown>,
): Promise<void> {
  const row = {
    user_id: userId,
    subscription_name: 'own',
    severities: ['info', 'minor', 'major', 'critical'],
    notify_channel_ids: [],
    zone: 'Asia/Shanghai',
    language: 'en',
    update_time: new Date(),
    ...facts,
  };
  const columns = Object.keys(row);
  await pool.query(
    `insert into notify_subscription (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

export interface DeliveryRow {
  event: string;
  state: string;
  attempts: number;
  error: string | null;
  userId: number | null;
}

export async function listDeliveries({ app: { pool } }: TestApp, alarmId: number): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>(
    `select event, state, attempts, error, user_id as "userId" from alarm_delivery where alarm_id = $1 order by delivery_id`,
    [alarmId],
  );
  return rows;
}
