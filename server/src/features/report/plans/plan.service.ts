import { fail } from '@limpid/contract/errors';
import { maxReportChannels, type reportPlan } from '@limpid/contract/report/report-plan';
import type { StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope } from '../../../platform/auth/scope.rule.ts';
import { checkChannels } from '../channels/check-channels.ts';
import { checkOutput } from '../requests/new-reports.ts';
import { checkTemplateSuits } from '../requests/wanted-report.ts';
import { resolveTarget } from '../subjects/targets.ts';
import { findTemplate } from '../templates/template.store.ts';
import { listPlanChannels, type PlanColumns } from './plan.store.ts';

type Values = WriteValues<typeof reportPlan, PlanColumns>;
type Stored = StoredRow<typeof reportPlan, PlanColumns>;

const makingPermission = 'analysis:report:add';
/** Fields that belong to a kind of subject; the others are emptied. */
const fieldsOf = {
  site: ['siteId'],
  entity: ['entityId'],
  entitySites: ['entityId'],
  city: ['province', 'city', 'deptId'],
} as const;

/** Checks a plan together with what is stored of it; its reports are made with the rights of the person who saved it last. */
export async function preparePlan(values: Values, writer: Writer, before: Stored | undefined): Promise<void> {
  // A plan that has become invalid can still be disabled.
  const isSwitch = before !== undefined && Object.keys(values).every((name) => name === 'status');
  if (isSwitch && values.status !== '0') return;
  const { db, caller, scope, language } = writer;
  if (!hasPermission(caller, makingPermission)) fail('report.no_rights');
  const given = { ...before, ...values };
  const languages = given.languages?.map((one) => one.language) ?? [];
  checkOutput(languages, { withPdf: given.withPdf ?? true, withWorkbook: given.withWorkbook ?? true });
  const subject = given.subject ?? 'site';
  const reach = { scope, ownDeptId: caller.deptId, texts: 'report.plan' };
  const abouts = await resolveTarget(db, { ...given, subject }, reach);
  // Reports are made with the right to make reports, whatever reach the right to plan them has.
  await resolveTarget(db, { ...given, subject }, { ...reach, scope: computeScope(caller, makingPermission) });
  const [about = fail('report.no_sites')] = abouts;
  const template =
    (await findTemplate(db, scope, given.templateId ?? 0, language)) ??
    fail('report.template_gone', {}, 'templateId');
  if (template.status !== '0') fail('report.template_gone', {}, 'templateId');
  checkTemplateSuits(template, about);
  const channels = values.notifyChannelIds ?? (before ? await listPlanChannels(db, before.planId) : []);
  if (channels.length > maxReportChannels)
    fail(
      'field.max_items',
      { label: 'report.plan.fields.notifyChannelIds', limit: maxReportChannels },
      'notifyChannelIds',
    );
  await checkChannels(db, channels, about.deptId);
  values.ownerId = caller.userId;
  values.problem = null;
  if (!isSwitch) emptyOthers(values, subject, about.deptId);
}

function emptyOthers(values: Values, subject: keyof typeof fieldsOf, deptId: number): void {
  const own: readonly string[] = fieldsOf[subject];
  for (const name of ['siteId', 'entityId', 'province', 'city', 'deptId'] as const)
    if (!own.includes(name)) values[name] = null;
  if (subject === 'city') values.deptId = deptId;
}
