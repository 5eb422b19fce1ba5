import { reportPlan } from '@limpid/contract/report/report-plan';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { hasReportSettings } from '../subjects/subject.store.ts';
import { preparePlan } from './plan.service.ts';
import { listPlanChannels, type PlanColumns, planScope, replacePlanChannels } from './plan.store.ts';
import { addReportTask } from './report-task.ts';

/** Which reports are made after every period. */
export function addReportPlans(app: App): void {
  const definition: Definition<typeof reportPlan, PlanColumns> = {
    resource: reportPlan,
    table: 'reportPlan',
    view: 'reportPlanRow',
    scope: planScope,
    beforeWrite: preparePlan,
    async afterWrite(id, { notifyChannelIds }, { db }) {
      if (notifyChannelIds) await replacePlanChannels(db, id, notifyChannelIds);
    },
    complete: async (row, db) => ({ ...row, notifyChannelIds: await listPlanChannels(db, row.planId) }),
  };
  app.departmentUses.push({ isUsed: hasReportSettings, problem: 'department.has_reports' });
  crud(app, reportPlan, definition);
  routeStatus(app, definition);
  addReportTask(app);
}
