import { dataRule } from '@limpid/contract/quality/data-rule';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import type { RollUp } from '../../rollup/rollup.api.ts';
import { addRuleApplication } from './apply-rules.ts';
import { letExcludedHoursIn, makeDataRuleImport, prepareDataRule } from './data-rule.service.ts';
import { effectiveRules, ownRules } from './data-rule.store.ts';
import { addRulePreviews } from './preview-rule.ts';

interface Services {
  ingest: { directory: SiteDirectory };
  rollUp: RollUp;
}

/** Data rules, what they would have flagged, and their application to the past. */
export function addDataRules(app: App, services: Services): void {
  const definition: Definition<typeof dataRule> = {
    resource: dataRule,
    table: 'dataRule',
    view: 'dataRuleRow',
    scope: ownRules,
    readScope: effectiveRules,
    beforeWrite: prepareDataRule,
    afterWrite: (id, given, { db }, before) => letExcludedHoursIn(db, id, before, given),
    beforeRemove: (row, { db }) => letExcludedHoursIn(db, row.ruleId, row, null),
    prepareImport: makeDataRuleImport,
  };
  addRulePreviews(app, services.ingest.directory);
  addRuleApplication(app, services.rollUp);
  crud(app, dataRule, definition);
  routeStatus(app, definition);
}
