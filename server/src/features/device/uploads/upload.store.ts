import { toMoment } from '../../../platform/db/moment.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import type { CommandRange } from '../commands/command-range.rule.ts';

/** A packet that a device has sent unasked, for the log. */
export interface Upload {
  siteId: number;
  mn: string;
  command: UploadCommand;
  qn: string | null;
  dataTime: number;
  receivedAt: number;
  /** What the device was sent in reply, beside the acknowledgement. */
  request: string | null;
  response: string;
  resultDesc: string;
}

/** The types of commands that devices send by themselves: logs, and requests for data of reference stations. */
const uploadTypes = ['3', '7'];

/** A command whose packets are logged if they come unasked. */
export interface UploadCommand extends CommandRange {
  commandId: number;
  commandCode: string;
  commandType: string;
}

export async function listUploadCommands(pool: Pool): Promise<UploadCommand[]> {
  const { rows } = await pool.query<UploadCommand>(
    `select command_id as "commandId", command_code as "commandCode", command_type as "commandType",
       since_version as "sinceVersion", until_version as "untilVersion", device_type_ids as "deviceTypeIds"
     from basic_command where command_type = any($1) and status = '0' order by command_id`,
    [uploadTypes],
  );
  return rows;
}

/**
 * Stores an upload once; false if it is stored already. A packet with the QN of a command is a late answer to it; one without a QN is a repeat if the
 * same text came within `repeatMs`.
 */
export async function insertUpload(pool: Pool, upload: Upload, repeatMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into device_log (site_id, device_sn, command_id, command_code, log_type, kind, state, qn, data_time, send_until,
       ended_at, response, result_desc, request)
     select $1::integer, $2::text, (select command_id from basic_command where command_id = $11), $3::text, $10::text,
       'upload', 'received', $4::text, $5::timestamptz, $5, $6::timestamptz, $7::text, $8::text, $12::text
     where exists (select from site where site_id = $1) and not exists (
       select from device_log where site_id = $1 and qn = $4 and (state <> 'received' or response = $7)
     ) and ($4::text is not null or not exists (
       select from device_log where site_id = $1 and state = 'received' and response = $7 and ended_at > $9
     ))`,
    [
      upload.siteId,
      upload.mn,
      upload.command.commandCode,
      upload.qn,
      toMoment(upload.dataTime),
      toMoment(upload.receivedAt),
      upload.response,
      upload.resultDesc,
      toMoment(upload.receivedAt - repeatMs),
      upload.command.commandType,
      upload.command.commandId,
      upload.request,
    ],
  );
  return rowCount === 1;
}
