import type { RunEndReason, RunReason } from '@limpid/contract/fogcannon/cannon-run';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { Uptime } from '../../../platform/uptime.ts';
import { type OpenRun, toMillis } from './order.ts';

const openRun = `select run_id as "runId", cannon_id as "cannonId", order_id as "orderId",
  ${toMillis('started_at')} as "startedAt", ${toMillis('stop_by')} as "stopBy", jog_seconds as "jogSeconds",
  self_timed as "isSelfTimed", confirmed_at is not null as "isConfirmed", reason, rule_id as "ruleId",
  started_by as "startedBy", boot_id as "bootId", boot_ms as "bootMs" from fog_run where ended_at is null`;

export async function listOpenRuns(pool: Pool): Promise<OpenRun[]> {
  const { rows } = await pool.query<OpenRun>(openRun);
  return rows;
}

export async function findOpenRun(client: Connection | Pool, cannonId: number): Promise<OpenRun | undefined> {
  const { rows } = await client.query<OpenRun>(`${openRun} and cannon_id = $1`, [cannonId]);
  return rows[0];
}

/** What is noted at the start and at the end of a run. */
export interface RunMeasure {
  siteId: number | null;
  channelCode: string;
}

/** What a rule measures; its site is null if it goes by that of the cannon. */
export async function findRuleMeasure(client: Connection, ruleId: number): Promise<RunMeasure | undefined> {
  const { rows } = await client.query<RunMeasure>(
    `select r.site_id as "siteId", h.channel_code as "channelCode"
     from fog_linkage_rule r join basic_channel h using (channel_id) where r.rule_id = $1`,
    [ruleId],
  );
  return rows[0];
}

/** What is measured for the open run of a cannon. */
export async function findRunMeasure(client: Connection, cannonId: number): Promise<RunMeasure | undefined> {
  const { rows } = await client.query<RunMeasure>(
    `select site_id as "siteId", channel_code as "channelCode" from fog_run
     where cannon_id = $1 and ended_at is null`,
    [cannonId],
  );
  return rows[0];
}

export interface NewRun {
  cannonId: number;
  orderId: number | null;
  at: Date;
  stopBy: Date | null;
  jogSeconds: number | null;
  isSelfTimed: boolean;
  reason: RunReason;
  startedBy: string | null;
  ruleId: number | null;
  measure: RunMeasure;
  value: number | null;
  flowRate: number | null;
  isConfirmed: boolean;
  uptime: Uptime;
}

/**
 * Begins a run of a cannon that does not run. Another attempt of an order that may have arrived neither begins its run
 * later nor prolongs it.
 */
export async function startRun(client: Connection, run: NewRun): Promise<void> {
  await client.query(
    `insert into fog_run (cannon_id, order_id, started_at, stop_by, jog_seconds, self_timed, reason, started_by, rule_id,
       site_id, value_before, flow_rate, confirmed_at, boot_id, boot_ms, channel_code)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, case when $13 then $3::timestamptz end, $14, $15, $16)
     on conflict (cannon_id) where ended_at is null do nothing`,
    [
      run.cannonId,
      run.orderId,
      run.at,
      run.stopBy,
      run.jogSeconds,
      run.isSelfTimed,
      run.reason,
      run.startedBy,
      run.ruleId,
      run.measure.siteId,
      run.value,
      run.flowRate,
      run.isConfirmed,
      run.uptime.bootId,
      run.uptime.ms,
      run.measure.channelCode,
    ],
  );
}

/** Ends the open run of a cannon. Water is counted where the rate is known; that of a run that nothing confirmed too. */
export async function endRun(
  client: Connection,
  cannonId: number,
  end: { at: Date; reason: RunEndReason; endedBy: string | null; value: number | null; exceptOrder?: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update fog_run set ended_at = $2, end_reason = $3, ended_by = $4, value_after = $5,
       water = flow_rate * greatest(0, extract(epoch from $2::timestamptz - started_at)) / 60
     where cannon_id = $1 and ended_at is null and ($6::integer is null or order_id is distinct from $6)`,
    [cannonId, end.at, end.reason, end.endedBy, end.value, end.exceptOrder ?? null],
  );
  return rowCount !== 0;
}

/** Removes the run of an order that has never left. */
export async function removeRun(client: Connection, cannonId: number, orderId: number): Promise<void> {
  await client.query('delete from fog_run where cannon_id = $1 and order_id = $2 and ended_at is null', [
    cannonId,
    orderId,
  ]);
}

export async function confirmRun(client: Connection, runId: number, at: Date): Promise<void> {
  await client.query('update fog_run set confirmed_at = $2 where run_id = $1', [runId, at]);
}

/** Whether an order to switch on was sent after a moment, or a run that the platform had to end has ended after it. */
export async function wasSwitchedOn(client: Connection, cannonId: number, after: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from fog_run where cannon_id = $1 and stop_by is not null and ended_at > $2
     union all
     select from fog_order where cannon_id = $1 and action in ('on', 'jog') and sent_at > $2
     limit 1`,
    [cannonId, after],
  );
  return rowCount !== 0;
}
