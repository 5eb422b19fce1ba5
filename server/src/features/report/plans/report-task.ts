import { AppError, fail } from '@limpid/contract/errors';
import { formatLocalDate } from '@limpid/contract/local-time';
import { type PlannedPeriod, plannedPeriods } from '@limpid/contract/report/report-plan';
import type { App } from '../../../platform/app.ts';
import { hasPermission } from '../../../platform/auth/caller.ts';
import { findRights } from '../../../platform/auth/roles.store.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { lastEndedPeriod } from '../facts/periods.rule.ts';
import { reportsChanged, reportsWaiting } from '../report-changed.ts';
import { describeNewReports } from '../requests/new-reports.ts';
import { readContent } from '../requests/wanted-report.ts';
import { insertWaitingReports, type NewReport } from '../stored/report.store.ts';
import { resolveTarget } from '../subjects/targets.ts';
import { listEnabledPlans, notePlanProblem, type RunnablePlan } from './plan.store.ts';

const makingPermission = 'analysis:report:add';
const textsOf = (method: string) => `report.tasks.${method}`;

/** The task that asks for the reports of the last period that has ended, of every enabled plan with such periods. */
export function addReportTask(app: App): void {
  app.tasks.add({
    name: 'reportTask',
    method: 'make',
    texts: textsOf('make'),
    parameters: [{ name: 'period', type: 'string', example: 'day' }],
    run: async ({ period }, { signal, report }) => {
      const kind =
        plannedPeriods.find((one) => one === period) ??
        fail('report.task_period', { period, periods: plannedPeriods.join(', ') });
      const plans = await listEnabledPlans(app.db, kind);
      let count = 0;
      const failures: unknown[] = [];
      for (const [place, plan] of plans.entries()) {
        if (signal.aborted) break;
        // A plan that cannot be carried out keeps none of the others back.
        await runPlan(app, plan, kind).then(
          (added) => {
            count += added;
          },
          async (error: unknown) => {
            failures.push(error);
            await notePlanProblem(app.db, plan.planId, describeProblem(error));
          },
        );
        report(place + 1, plans.length);
      }
      await app.bus.publish(reportsWaiting);
      await app.bus.publish(reportsChanged);
      if (failures.length > 0) throw failures[0];
      return { key: 'report.tasks.asked', params: { count } };
    },
  });
}

/** Asks for the reports of a plan; returns how many of them were new. */
async function runPlan(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  plan: RunnablePlan,
  kind: PlannedPeriod,
): Promise<number> {
  const now = clock.now();
  const owner = await findRights(db, plan.ownerId);
  if (!owner || !hasPermission(owner, makingPermission))
    return fail('report.plan_rights', { name: plan.planName });
  const scope = computeScope(owner, makingPermission);
  const abouts = await resolveTarget(db, plan, { scope, ownDeptId: owner.deptId, texts: 'report.plan' });
  const origin = { planId: plan.planId, planName: plan.planName, ownerId: plan.ownerId, createBy: null };
  const { withPdf, withWorkbook, notifyChannelIds } = plan;
  const output = { withPdf, withWorkbook, notifyChannelIds };
  const added: NewReport[] = [];
  const zones = Map.groupBy(abouts, ({ zone }) => zone);
  for (const language of plan.languages)
    for (const [zone, some] of zones) {
      const [about = fail('report.no_sites')] = some;
      const period = lastEndedPeriod(kind, formatLocalDate(now.getTime(), zone));
      const content = await readContent({ db, scope }, plan, about, language);
      added.push(...describeNewReports(some, period, language, { content, output, origin }));
    }
  await notePlanProblem(db, plan.planId, null);
  return (await insertWaitingReports(db, added, now)).length;
}

const describeProblem = (error: unknown) =>
  error instanceof AppError ? makeStoredText(`errors.${error.key}`, error.params) : 'errors.report.failed';
