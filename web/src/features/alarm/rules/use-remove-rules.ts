import { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import { countRunningAlarms } from '@limpid/contract/alarm/rule-targets';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { ResourceList } from '../../../resource/list/use-resource-list.ts';
import { useRemoveRows } from '../../../resource/row/use-resource-writes.ts';

type RuleRow = RowOf<typeof alarmRule>;

/** Deletes rules after a confirmation that says how many of their alarms are running. */
export function useRemoveRules(list: ResourceList<RuleRow>) {
  const { t } = useTranslation();
  const remove = useRemoveRows(alarmRule, resourceEndpoints(alarmRule), list);
  return async (rows: RuleRow[]) => {
    const ruleIds = rows.map(({ ruleId }) => ruleId);
    const { count } = await call(countRunningAlarms, { query: { ruleIds } });
    remove(rows, count > 0 ? t('alarm.rule.running', { count }) : undefined);
  };
}
