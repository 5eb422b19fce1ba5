import { fail } from '@limpid/contract/errors';
import { reportTemplate } from '@limpid/contract/report/report-template';
import { crud } from '../../../crud/crud.ts';
import type { Definition, StoredRow, Writer, WriteValues } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { findReportedEntity } from '../subjects/subject.store.ts';
import { checkSections } from './check-sections.rule.ts';
import { usableTemplates } from './template.store.ts';

type Values = WriteValues<typeof reportTemplate>;
type Stored = StoredRow<typeof reportTemplate>;

/** What reports contain and how their covers read. */
export function addReportTemplates(app: App): void {
  const definition: Definition<typeof reportTemplate> = {
    resource: reportTemplate,
    table: 'reportTemplate',
    view: 'reportTemplateRow',
    scope: { dept: 'deptId' },
    readScope: usableTemplates,
    beforeWrite: checkTemplate,
    offered: true,
  };
  crud(app, reportTemplate, definition);
  routeStatus(app, definition);
}

async function checkTemplate(
  values: Values,
  { db, scope }: Writer,
  before: Stored | undefined,
): Promise<void> {
  const { content, forSite, forEntity, forCity, entityId } = { ...before, ...values };
  // A template that has become invalid can still be disabled.
  if (before && Object.keys(values).every((name) => name === 'status')) return;
  checkSections(content?.map(({ section }) => section) ?? [], 'content');
  if (![forSite, forEntity, forCity].some((isUsed) => isUsed ?? true))
    fail('report.no_subjects', {}, 'forSite');
  if (
    values.entityId &&
    values.entityId !== before?.entityId &&
    !(await findReportedEntity(db, scope, values.entityId))
  )
    fail('scope.denied', {}, 'entityId');
  if (entityId && (forCity ?? true)) values.forCity = false;
}
