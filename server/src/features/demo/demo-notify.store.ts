import type pg from 'pg';
import type { Connection, Pool } from '../../platform/db/transaction.ts';
import {
  addressOf,
  demoChannels,
  demoPeople,
  demoShifts,
  demoSubscriptions,
  rotaChannel,
} from './demo-people.ts';

const rootDepartmentId = 100;
const operatorRoleId = 2;

interface DemoSecrets {
  /** The hash of a random password that is not kept. */
  password: string;
  /** What the webhook signs with, sealed. */
  signingSecret: string;
}

/** Inserts people, channels, subscriptions and a rota, unless the sites of the demonstration are gone. */
export async function insertDemoNotifications(client: pg.ClientBase, secrets: DemoSecrets): Promise<void> {
  const { rowCount } = await client.query('select from site where simulated limit 1');
  if (!rowCount) return;
  await insertPeople(client, secrets.password);
  await insertChannels(client, secrets.signingSecret);
  await insertSubscriptions(client);
  await insertRota(client);
}

async function insertPeople(client: pg.ClientBase, password: string): Promise<void> {
  await client.query(
    `with added as (
       insert into sys_user (dept_id, user_name, nick_name, email, phonenumber, password, create_by, create_time)
       select $1, "userName", "nickName", email, phone, $2, 'demo', limpid_now()
       from jsonb_to_recordset($3) as input("userName" text, "nickName" text, email text, phone text, number int)
       order by number on conflict do nothing returning user_id)
     insert into sys_user_role (user_id, role_id)
     select user_id, role_id from added join sys_role on role_id = $4`,
    [
      rootDepartmentId,
      password,
      JSON.stringify(demoPeople.map((one, number) => ({ ...one, email: addressOf(one), number }))),
      operatorRoleId,
    ],
  );
}

async function insertChannels(client: pg.ClientBase, signingSecret: string): Promise<void> {
  await client.query(
    `insert into notify_channel (notify_channel_name, kind, dept_id, min_severity, recipients, mail_from, body_template,
       signing_secret, create_by, create_time)
     select name, kind, $1, min, recipients, "from", template, case kind when 'webhook' then $2 end, 'demo', limpid_now()
     from jsonb_to_recordset($3) as input(name text, kind text, min text, recipients text, "from" text, template text,
       number int)
     order by number on conflict do nothing`,
    [
      rootDepartmentId,
      signingSecret,
      JSON.stringify(demoChannels.map((one, number) => ({ ...one, number }))),
    ],
  );
}

/** The ids of the demo's channels with these names. */
const channelIds = (names: string) => `array(
  select notify_channel_id from notify_channel where create_by = 'demo' and ${names} ? notify_channel_name
  order by notify_channel_id)`;

async function insertSubscriptions(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into notify_subscription (user_id, subscription_name, severities, notify_channel_ids, after_minutes,
       quiet_from, quiet_to, zone, language, update_time)
     select user_id, name, array(select jsonb_array_elements_text(severities)), ${channelIds('channels')}, "afterMinutes",
       "quietFrom", "quietTo", zone, language, limpid_now()
     from jsonb_to_recordset($1) as input("userName" text, name text, severities jsonb, channels jsonb,
       "afterMinutes" int, "quietFrom" text, "quietTo" text, zone text, language text, number int)
     join sys_user on user_name = "userName" and del_flag = '0' and (create_by = 'demo' or user_id = 1)
     order by number`,
    [JSON.stringify(demoSubscriptions.map((one, number) => ({ ...one, number })))],
  );
}

async function insertRota(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into notify_rota (rota_name, dept_id, zone, min_severity, after_minutes, next_minutes, notify_channel_ids,
       shifts, create_by, create_time)
     select '值班 · On call', $1, 'Asia/Shanghai', 'critical', 5, 10, ${channelIds('$3::jsonb')},
       jsonb_agg(jsonb_build_object('userId', on_call.user_id, 'weekdays', weekdays, 'fromTime', "fromTime",
         'toTime', "toTime", 'nextUserId', next_one.user_id) order by number), 'demo', limpid_now()
     from jsonb_to_recordset($2) as input("userName" text, weekdays text, "fromTime" text, "toTime" text, next text,
       number int)
     join sys_user on_call on on_call.user_name = "userName" and on_call.create_by = 'demo'
     join sys_user next_one on next_one.user_name = next and next_one.create_by = 'demo'
     having count(*) > 0 on conflict do nothing`,
    [
      rootDepartmentId,
      JSON.stringify(demoShifts.map((one, number) => ({ ...one, number }))),
      JSON.stringify([rotaChannel]),
    ],
  );
}

/** The demo's channels with their mail servers, sealed. */
export async function listDemoMailServers(pool: Pool): Promise<{ id: number; smtpUrl: string | null }[]> {
  const { rows } = await pool.query<{ id: number; smtpUrl: string | null }>(
    `select notify_channel_id as id, smtp_url as "smtpUrl" from notify_channel
     where create_by = 'demo' and kind = 'email'`,
  );
  return rows;
}

export async function updateMailServer(pool: Pool, id: number, smtpUrl: string): Promise<void> {
  await pool.query('update notify_channel set smtp_url = $2 where notify_channel_id = $1', [id, smtpUrl]);
}

/** Points webhook and SMS to the demo's receiver; addresses elsewhere were entered by somebody. */
export async function updateReceiverUrls(pool: Pool, origin: string): Promise<void> {
  await pool.query(
    `update notify_channel set url = $1 || case kind when 'sms' then '/sms' else '/alarms' end
     where create_by = 'demo' and kind in ('webhook', 'sms') and coalesce(url, $1) like 'http://127.0.0.1:%'`,
    [origin],
  );
}

/** Removes what the demo added for notifications once its last site is gone; what was edited stays. */
export async function removeAbandonedNotifications(client: Connection): Promise<void> {
  const { rowCount } = await client.query('select from site where simulated limit 1');
  if (rowCount) return;
  await client.query(`delete from notify_subscription where notify_channel_ids <@ array(
    select notify_channel_id from notify_channel where create_by = 'demo' and update_by is null)`);
  await client.query(`delete from notify_rota where create_by = 'demo' and update_by is null`);
  await client.query(`delete from notify_channel where create_by = 'demo' and update_by is null`);
  await client.query(`delete from sys_user where create_by = 'demo' and update_by is null`);
}
