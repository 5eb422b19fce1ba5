import { administratorRoleId, allPermissions, type Caller } from '../../../../platform/auth/caller.ts';
import { computeScope } from '../../../../platform/auth/scope.rule.ts';
import type { Connection, Pool } from '../../../../platform/db/transaction.ts';
import type { Addressee, NotifyChannel } from '../send/channel.ts';
import type { Reader, Receivers, Rota, Subscription } from './route.rule.ts';

const readPermission = 'alarm:log:list';

const channelColumns = `notify_channel_id as "notifyChannelId", notify_channel_name as "notifyChannelName", kind, status,
  dept_id as "deptId", language, min_severity as "minSeverity", recipients, mail_from as "mailFrom",
  smtp_url as "smtpUrl", url, method, content_type as "contentType", body_template as "bodyTemplate", template_secret as "templateSecret",
  robot_url as "robotUrl", signing_secret as "signingSecret", previous_secret as "previousSecret",
  extract(epoch from rotated_at)::float8 * 1000 as "rotatedAt"`;

/** All channels, or one. */
export async function listNotifyChannels(client: Connection | Pool, id?: number): Promise<NotifyChannel[]> {
  const { rows } = await client.query<NotifyChannel>(
    `select ${channelColumns} from notify_channel where $1::integer is null or notify_channel_id = $1
     order by notify_channel_id`,
    [id ?? null],
  );
  return rows;
}

/** Enabled users who may read alarms, with their present data scope: of these, or of all who can receive alarms. */
export async function listAlarmReaders(
  client: Connection | Pool,
  userIds?: readonly number[],
): Promise<Reader[]> {
  const { rows } = await client.query<
    Pick<Reader, 'email' | 'phonenumber'> & Pick<Caller, 'userId' | 'nickName' | 'deptId' | 'roles'>
  >(
    `select u.user_id as "userId", u.nick_name as "nickName", u.dept_id as "deptId", u.email, u.phonenumber,
       coalesce((
         select json_agg(json_build_object(
           'roleKey', r.role_key, 'dataScope', r.data_scope, 'permissions', array['${readPermission}'],
           'deptIds', array(select rd.dept_id from sys_role_dept rd where rd.role_id = r.role_id)))
         from sys_user_role ur
         join sys_role r on r.role_id = ur.role_id and r.status = '0' and r.del_flag = '0'
         where ur.user_id = u.user_id and (r.role_id = ${administratorRoleId} or exists (
           select from sys_role_menu rm
           join sys_menu m on m.menu_id = rm.menu_id and m.status = '0'
           cross join lateral unnest(string_to_array(m.perms, ',')) p
           where rm.role_id = r.role_id and trim(p) in ('${readPermission}', '${allPermissions}')))), '[]') as roles
     from sys_user u
     where u.status = '0' and u.del_flag = '0' and u.user_id = any(coalesce($1::integer[], array(
       select user_id from notify_subscription
       union select (shift ->> 'userId')::integer from notify_rota, jsonb_array_elements(shifts) shift
       union select (shift ->> 'nextUserId')::integer from notify_rota, jsonb_array_elements(shifts) shift)))`,
    [userIds ?? null],
  );
  return rows.map(({ roles, ...user }) => ({
    ...user,
    scope: computeScope({ ...user, roles }, readPermission),
  }));
}

/** All subscriptions, or those of a person; the one that was written last comes first. */
export async function listSubscriptions(client: Connection | Pool, userId?: number): Promise<Subscription[]> {
  const { rows } = await client.query<Subscription>(
    `select subscription_id as "subscriptionId", subscription_name as "subscriptionName", user_id as "userId",
       status = '0' as enabled, severities, notify_channel_ids as "notifyChannelIds", rule_ids as "ruleIds",
       after_minutes as "afterMinutes", quiet_from as "quietFrom", quiet_to as "quietTo", zone,
       critical_passes as "criticalPasses", language
     from notify_subscription where $1::integer is null or user_id = $1 order by update_time desc, subscription_id`,
    [userId ?? null],
  );
  return rows;
}

async function listRotas(client: Connection | Pool): Promise<Rota[]> {
  const { rows } = await client.query<Rota>(
    `select rota_id as "rotaId", rota_name as "rotaName", dept_id as "deptId", zone,
       min_severity as "minSeverity", rule_ids as "ruleIds", notify_channel_ids as "notifyChannelIds",
       after_minutes as "afterMinutes", next_minutes as "nextMinutes", shifts
     from notify_rota where status = '0' order by rota_id`,
  );
  return rows;
}

export async function readReceivers(client: Connection | Pool): Promise<Receivers> {
  const channels = await listNotifyChannels(client);
  const readers = await listAlarmReaders(client);
  return {
    channels: new Map(channels.map((one) => [one.notifyChannelId, one])),
    readers: new Map(readers.map((one) => [one.userId, one])),
    subscriptions: await listSubscriptions(client),
    rotas: await listRotas(client),
  };
}

/** Where a user is reached. */
export async function findAddressee(pool: Pool, userId: number): Promise<Addressee | undefined> {
  const { rows } = await pool.query<Addressee>(
    `select user_id as "userId", email, phonenumber from sys_user where user_id = $1`,
    [userId],
  );
  return rows[0];
}
