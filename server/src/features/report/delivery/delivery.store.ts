import type { Language } from '@limpid/contract/language';
import type { ReportPeriodKind } from '@limpid/contract/report/report-request';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** A message about a report that is to be sent now. */
export interface DueMessage {
  reportId: number;
  notifyChannelId: number;
  messageId: string;
  /** This one included. */
  attempts: number;
  /** Epoch milliseconds. */
  createdAt: number;
  ownerId: number;
  reportName: string;
  subjectName: string;
  period: ReportPeriodKind;
  firstDay: string;
  lastDay: string;
  edition: number;
  language: Language;
}

/**
 * Takes one message that is due. It is due again after `nextAt`, in case the process ends before the outcome is written;
 * receivers recognise the repeat by its identifier.
 */
export async function takeMessage(
  db: Database,
  { now, nextAt }: { now: Date; nextAt: Date },
): Promise<DueMessage | undefined> {
  const { rows } = await sql<DueMessage>`
    with taken as (
      update report_delivery set attempts = attempts + 1, next_at = ${nextAt}
      where (report_id, notify_channel_id) = (
        select report_id, notify_channel_id from report_delivery where state = 'waiting' and next_at <= ${now}
        order by attempts > 0, next_at limit 1 for update skip locked)
      returning *)
    select t.report_id, t.notify_channel_id, t.message_id, t.attempts,
      (extract(epoch from t.created_at) * 1000)::float8 as created_at, r.owner_id, r.report_name, r.subject_name, r.period,
      r.first_day, r.last_day, r.edition, r.language
    from taken t join report r using (report_id)`.execute(db);
  return rows[0];
}

type MessageKey = Pick<DueMessage, 'reportId' | 'notifyChannelId' | 'attempts'>;

/** Only the attempt that was last writes its outcome. */
const isLast = ({ reportId, notifyChannelId, attempts }: MessageKey) =>
  sql`report_id = ${reportId} and notify_channel_id = ${notifyChannelId} and attempts = ${attempts} and state = 'waiting'`;

export async function markMessageSent(db: Database, message: MessageKey, at: Date): Promise<void> {
  await sql`
    update report_delivery set state = 'sent', sent_at = ${at}, problem = null where ${isLast(message)}`.execute(
    db,
  );
}

/** `nextAt` of another attempt, or undefined if there is none. */
export async function markMessageFailed(
  db: Database,
  message: MessageKey,
  { problem, nextAt }: { problem: string; nextAt: Date | undefined },
): Promise<void> {
  await sql`
    update report_delivery set state = ${nextAt ? 'waiting' : 'failed'}, problem = ${problem},
      next_at = coalesce(${nextAt ?? null}::timestamptz, next_at)
    where ${isLast(message)}`.execute(db);
}

/** The PDF of a report if it is not larger than so many bytes. */
export async function findSmallPdf(
  db: Database,
  reportId: number,
  maxBytes: number,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const { rows } = await sql<{ fileName: string; bytes: Buffer }>`
    select file_name, bytes from report_file
    where report_id = ${reportId} and format = 'pdf' and size <= ${maxBytes}`.execute(db);
  return rows[0];
}

interface DeliveryRow {
  notifyChannelId: number;
  notifyChannelName: string;
  kind: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  problem: string | null;
  nextAt: string | null;
  sentAt: string | null;
}

export async function listReportMessages(db: Database, reportId: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select notify_channel_id, notify_channel_name, kind, d.state, attempts, problem,
      case when d.state = 'waiting' then next_at end as next_at, sent_at
    from report_delivery d join notify_channel using (notify_channel_id)
    where report_id = ${reportId} order by notify_channel_name, notify_channel_id`.execute(db);
  return rows;
}

/** Adds messages to channels, and lets those that have failed wait once more; what was sent stays. */
export async function insertMessages(
  db: Database,
  reportId: number,
  notifyChannelIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into report_delivery (report_id, notify_channel_id, created_at, next_at)
    select ${reportId}, unnest(${[...new Set(notifyChannelIds)]}::integer[]), ${now}, ${now}
    on conflict (report_id, notify_channel_id) do update
    set state = 'waiting', attempts = 0, problem = null, created_at = excluded.created_at, next_at = excluded.next_at
    where report_delivery.state = 'failed'`.execute(db);
}
