import { personalKinds } from '@limpid/contract/alarm/notify-channel';
import { sql } from 'kysely';
import type { Scope } from '../../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../../platform/auth/scope.store.ts';
import type { Database } from '../../../../platform/db/database.ts';

const maxChoices = 1000;

interface ChannelChoice {
  notifyChannelId: number;
  notifyChannelName: string;
  kind: string;
}

/** Channels that reach people of a department: enabled ones of it and of those above it; all for none. */
export async function listPersonalChannels(db: Database, deptId: number | null): Promise<ChannelChoice[]> {
  const { rows } = await sql<ChannelChoice>`
    select notify_channel_id, notify_channel_name, kind from notify_channel
    where status = '0' and kind = any(${[...personalKinds]}) and (${deptId}::integer is null or dept_id in (
      select unnest(ancestors || dept_id) from sys_dept where dept_id = ${deptId}))
    order by notify_channel_name, notify_channel_id limit ${maxChoices}`.execute(db);
  return rows;
}

/** Channels that the scope reaches or that belong to a department above it. */
export async function listRotaChannels(db: Database, scope: Scope): Promise<ChannelChoice[]> {
  const { rows } = await sql<ChannelChoice>`
    select notify_channel_id, notify_channel_name, kind from notify_channel
    where kind = any(${[...personalKinds]}) and ${scopeCondition(scope, { dept: 'dept_id' })}
    order by notify_channel_name, notify_channel_id limit ${maxChoices}`.execute(db);
  return rows;
}

export async function listRuleChoices(
  db: Database,
  scope: Scope,
): Promise<{ ruleId: number; ruleName: string }[]> {
  const { rows } = await sql<{ ruleId: number; ruleName: string }>`
    select rule_id, rule_name from alarm_rule_row where ${scopeCondition(scope, { dept: 'dept_id' })}
    order by rule_name limit ${maxChoices}`.execute(db);
  return rows;
}

export async function listPeople(
  db: Database,
  scope: Scope,
): Promise<{ userId: number; nickName: string; userName: string }[]> {
  const { rows } = await sql<{ userId: number; nickName: string; userName: string }>`
    select user_id, nick_name, user_name from sys_user
    where status = '0' and del_flag = '0' and ${scopeCondition(scope, { dept: 'dept_id', user: 'user_id' })}
    order by nick_name, user_id limit ${maxChoices}`.execute(db);
  return rows;
}
