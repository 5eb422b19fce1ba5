import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

/** A packet that a device has sent unasked, for the log. */
export interface Upload {
  siteId: number;
  mn: string;
  commandCode: string;
  qn: string | null;
  dataTime: number;
  receivedAt: number;
  response: string;
  resultDesc: string;
}

/** The types of commands that devices send by themselves: logs, and requests for data of reference stations. */
const uploadTypes = ['3', '7'];

/** The codes of the packets that are logged. */
export async function listUploadCodes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `select distinct command_code as code from basic_command where command_type = any($1) and status = '0'`,
    [uploadTypes],
  );
  return rows.map(({ code }) => code);
}

/**
 * Stores an upload once. A packet with the QN of a command is a late answer to it; one without a QN is a repeat if the
 * same text came within `repeatMs`.
 */
export async function insertUpload(pool: Pool, upload: Upload, repeatMs: number): Promise<void> {
  await pool.query(
    `insert into device_log (site_id, device_sn, command_id, command_code, log_type, kind, state, qn, data_time, send_until,
       ended_at, response, result_desc)
     select $1::integer, $2::text, c.command_id, $3::text, coalesce(c.command_type, ($10::text[])[1]), 'upload', 'received', $4::text,
       $5::timestamptz, $5, $6::timestamptz, $7::text, $8::text
     from (select) as one left join lateral (
       select command_id, command_type from basic_command where command_code = $3 and command_type = any($10::text[])
       order by command_id limit 1
     ) as c on true
     where exists (select from site where site_id = $1) and not exists (
       select from device_log where site_id = $1 and qn = $4 and (state <> 'received' or response = $7)
     ) and ($4::text is not null or not exists (
       select from device_log where site_id = $1 and state = 'received' and response = $7 and ended_at > $9
     ))`,
    [
      upload.siteId,
      upload.mn,
      upload.commandCode,
      upload.qn,
      toMoment(upload.dataTime),
      toMoment(upload.receivedAt),
      upload.response,
      upload.resultDesc,
      toMoment(upload.receivedAt - repeatMs),
      uploadTypes,
    ],
  );
}
