import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { crud } from '../../../crud/crud.ts';
import type { Definition } from '../../../crud/definition.ts';
import { routeStatus } from '../../../crud/status.ts';
import type { App } from '../../../platform/app.ts';
import { alarmRulesChanged } from './rules-changed.ts';

export function addAlarmRules(app: App): void {
  const definition: Definition<typeof alarmRule> = {
    resource: alarmRule,
    table: 'alarmRule',
    view: 'alarmRuleRow',
    scope: { dept: 'deptId' },
    cache: { clear: () => app.bus.publish(alarmRulesChanged) },
  };
  crud(app, alarmRule, definition);
  routeStatus(app, definition);
}
