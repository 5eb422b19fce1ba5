import { fail } from '@limpid/contract/errors';
import type { Database } from '../../../platform/db/database.ts';
import { listChannelsFor } from './channel.store.ts';

/** Refuses channels that do not serve a department. */
export async function checkChannels(
  db: Database,
  notifyChannelIds: readonly number[],
  deptId: number,
  field = 'notifyChannelIds',
): Promise<void> {
  if (notifyChannelIds.length === 0) return;
  const usable = new Set((await listChannelsFor(db, deptId)).map(({ notifyChannelId }) => notifyChannelId));
  if (!notifyChannelIds.every((id) => usable.has(id))) fail('report.channel', {}, field);
}
