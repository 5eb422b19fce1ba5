import { MINUTE_MS } from '@limpid/contract/durations';
import type { ChannelCoefficient } from '@limpid/contract/site/coefficients';
import { deviceCommand } from '@limpid/hj212/commands';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { listCoefficientsOnDevice } from './coefficient.store.ts';

const readCode = String(deviceCommand.readParameter);

/** How far the commands of one order of K and B for a channel are, and what the device has of the platform's. */
interface CoefficientProgress {
  /** Whether K and B of the channel were ordered again since. */
  isReplaced: boolean;
  isSent: boolean;
  hasEnded: boolean;
  held: { k: number; b: number };
  isInDoubt: boolean;
  /** The result of the first write that was not done; null if all were. */
  problem: string | null;
  /** When the first command was sent, and when the last one ended. */
  sentAt: string | null;
  endedAt: string | null;
}

/** What was read back is stored a moment after its command has ended; a process that died in between never stores it. */
const settlingMs = MINUTE_MS;

interface ProgressRow extends Omit<CoefficientProgress, 'held'> {
  heldK: number;
  heldB: number;
  /** How many values the device has answered. */
  answers: number;
}

export async function findCoefficientProgress(
  db: Database,
  { siteId, channelId, batchId }: { siteId: number; channelId: number; batchId: string },
  now: Date,
): Promise<CoefficientProgress> {
  const { rows } = await sql<ProgressRow>`
    select coalesce(c.batch_id <> ${batchId}::uuid, true) as is_replaced, coalesce(is_sent, false) as is_sent,
      coalesce(has_ended, true) as has_ended, coalesce(c.confirmed_k, 1) as held_k, coalesce(c.confirmed_b, 0) as held_b,
      coalesce(c.in_doubt_k or c.in_doubt_b, false) as is_in_doubt, problem, sent_at, ended_at,
      case when ended_at > ${new Date(now.getTime() - settlingMs)} then answers else 0 end as answers
    from (select bool_or(sent_at is not null) as is_sent, bool_and(ended_at is not null) as has_ended,
        min(sent_at) as sent_at, max(ended_at) as ended_at,
        (array_agg(result_desc order by log_id) filter (where state <> 'done'))[1] as problem,
        (count(*) filter (where state = 'done' and command_code = ${readCode}))::int as answers
      from device_log where batch_id = ${batchId}::uuid and site_id = ${siteId}) as orders
    left join site_device_coefficient c on c.site_id = ${siteId} and c.channel_id = ${channelId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the progress of an order has no row');
  const { heldK, heldB, answers, ...progress } = row;
  const said = (await listCoefficientsOnDevice(db, siteId)).find((one) => one.channelId === channelId);
  const stored = [said?.readK, said?.readB].filter((value) => typeof value === 'string').length;
  return {
    ...progress,
    hasEnded: progress.hasEnded && (progress.isReplaced || stored >= answers),
    held: { k: heldK, b: heldB },
  };
}

/** After an order has failed the device is to have what it had before: that is written again if somebody asks for it. */
export async function forgetFailedOrder(
  db: Database,
  siteId: number,
  batchId: string,
  { channelId, k, b }: ChannelCoefficient,
): Promise<void> {
  await sql`
    update site_device_coefficient set k = ${k}, b = ${b}
    where site_id = ${siteId} and channel_id = ${channelId} and batch_id = ${batchId}::uuid`.execute(db);
}
