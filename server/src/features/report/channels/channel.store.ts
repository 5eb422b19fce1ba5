import { type NotifyKind, personalKinds } from '@limpid/contract/alarm/notify-channel';
import type { ReportChannel } from '@limpid/contract/report/report-plan';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/**
 * Enabled channels of a department and of those above it: the receivers of the alarms of a site may receive its reports.
 */
export async function listChannelsFor(db: Database, deptId: number): Promise<ReportChannel[]> {
  const personal: readonly NotifyKind[] = personalKinds;
  const { rows } = await sql<ReportChannel>`
    select notify_channel_id, notify_channel_name, kind,
      kind = 'browser' or (kind = any(${[...personal]}) and coalesce(trim(recipients), '') = '') as personal
    from notify_channel
    where status = '0' and dept_id in (select unnest(ancestors || dept_id) from sys_dept where dept_id = ${deptId})
    order by notify_channel_name, notify_channel_id`.execute(db);
  return rows;
}
