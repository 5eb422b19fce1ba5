import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { countRunningAlarms, listRuleTargets, maxTargetChoices } from '@limpid/contract/alarm/rule-targets';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { route } from '../../../platform/http/route.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { makeRuleSheetImport, prepareRule, type RuleColumns } from './alarm-rule.service.ts';
import { countRunning, removeAbandonedRules, ruleScope } from './alarm-rule.store.ts';
import { hasRules, listTargetChoices } from './rule-target.store.ts';
import { alarmRulesChanged } from './rules-changed.ts';
import { routeSiteRules } from './site-rules.ts';

export function addAlarmRules(app: App): void {
  const definition: Definition<typeof alarmRule, RuleColumns> = {
    resource: alarmRule,
    table: 'alarmRule',
    view: 'alarmRuleRow',
    scope: ruleScope,
    cache: { clear: () => app.bus.publish(alarmRulesChanged) },
    prepareImport: makeRuleSheetImport,
    beforeWrite: prepareRule,
  };
  routeSiteRules(app, definition);
  route(app, listRuleTargets, ({ query, scope }) =>
    listTargetChoices(app.db, scope, query, maxTargetChoices),
  );
  route(app, countRunningAlarms, async ({ query: { ruleIds }, scope }) => ({
    count: await countRunning(app.db, scope, ruleIds),
  }));
  crud(app, alarmRule, definition);
  routeStatus(app, definition);
  app.departmentUses.push({ isUsed: hasRules, problem: 'department.has_rules' });
  addDemoRemoval(app);
}

/** The rules of the demonstration go with its last site. */
function addDemoRemoval(app: App): void {
  app.bus.subscribe(siteChanged, () =>
    runInBackground(app, async () => {
      if ((await removeAbandonedRules(app.db)) > 0) await app.bus.publish(alarmRulesChanged);
    }),
  );
}
