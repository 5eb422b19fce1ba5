import type { RuleTarget } from '@limpid/contract/alarm/alarm-rule';
import { targetFields } from '@limpid/contract/alarm/rule-fields';
import { listRuleTargets, type TargetChoice } from '@limpid/contract/alarm/rule-targets';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { TypedRule } from '../../../query/alarm-rules/describe-condition.ts';

/** One target by its id, or a group by its name. */
export function useTarget(target: RuleTarget, value: string | number | null | undefined) {
  const query = { target, ...(typeof value === 'number' ? { id: value } : { search: value ?? '' }) };
  const { data } = useQuery({
    queryKey: [listRuleTargets.path, query],
    queryFn: ({ signal }) => call(listRuleTargets, { query, signal, quiet: true }),
    enabled: Boolean(value),
  });
  return data?.choices.find(({ id, name }) => (id ?? name) === value);
}

/** The target of the rule that is being typed. */
export function useTypedTarget(rule: TypedRule): TargetChoice | undefined {
  const target = rule.target ?? 'entity';
  return useTarget(target, rule[targetFields[target]]);
}
