import type { Language } from '@limpid/contract/language';
import type { PlannedPeriod } from '@limpid/contract/report/report-plan';
import { sql } from 'kysely';
import { type ScopeRule, scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ReportTargetValues } from '../subjects/targets.ts';

/** Columns of a plan beside the fields of the resource. */
export interface PlanColumns {
  ownerId: number;
  problem: string | null;
}

/** A plan belongs to the department of its subject, which is a column of the view alone. */
export const planScope: ScopeRule = (scope) => scopeCondition(scope, { dept: 'deptId' });

/** What a run needs of a plan. */
export interface RunnablePlan extends ReportTargetValues {
  planId: number;
  planName: string;
  templateId: number;
  period: PlannedPeriod;
  languages: Language[];
  withPdf: boolean;
  withWorkbook: boolean;
  notifyChannelIds: number[];
  ownerId: number;
}

export async function listEnabledPlans(db: Database, period: PlannedPeriod): Promise<RunnablePlan[]> {
  const { rows } = await sql<RunnablePlan>`
    select plan_id, plan_name, template_id, period, subject, site_id, entity_id, province, city, dept_id,
      array(select part ->> 'language' from jsonb_array_elements(languages) part) as languages,
      with_pdf, with_workbook, owner_id,
      array(select notify_channel_id from report_plan_channel c where c.plan_id = p.plan_id order by 1) as notify_channel_ids
    from report_plan p where status = '0' and period = ${period} order by plan_id`.execute(db);
  return rows;
}

export async function listPlanChannels(db: Database, planId: number): Promise<number[]> {
  const { rows } = await sql<{ notifyChannelId: number }>`
    select notify_channel_id from report_plan_channel where plan_id = ${planId} order by 1`.execute(db);
  return rows.map(({ notifyChannelId }) => notifyChannelId);
}

export async function replacePlanChannels(
  db: Database,
  planId: number,
  notifyChannelIds: readonly number[],
): Promise<void> {
  await sql`delete from report_plan_channel where plan_id = ${planId}`.execute(db);
  await sql`
    insert into report_plan_channel (plan_id, notify_channel_id)
    select ${planId}, unnest(${[...new Set(notifyChannelIds)]}::integer[])`.execute(db);
}

/** Notes why a plan could not be carried out; null once it could. */
export async function notePlanProblem(db: Database, planId: number, problem: string | null): Promise<void> {
  await sql`
    update report_plan set problem = ${problem} where plan_id = ${planId} and problem is distinct from ${problem}`.execute(
    db,
  );
}
