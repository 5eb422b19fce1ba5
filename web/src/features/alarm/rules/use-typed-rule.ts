import type { alarmRule } from '@limpid/contract/alarm/alarm-rule';
import type { RowOf } from '@limpid/contract/kit/row';
import { Form } from 'antd';
import type { TypedRule } from '../../../query/alarm-rules/describe-condition.ts';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';

/** The rule as it is typed, with the name and unit of its channel. */
export function useTypedRule(): TypedRule {
  const form = Form.useFormInstance<RowOf<typeof alarmRule>>();
  const rule: TypedRule = Form.useWatch((values) => values, { form, preserve: true }) ?? {};
  const channel = useRuleChannels().find(({ channelId }) => channelId === rule.channelId);
  return {
    ...rule,
    channelName: channel?.channelName ?? null,
    channelNameEn: channel?.channelNameEn ?? null,
    channelNameFr: channel?.channelNameFr ?? null,
    channelUnit: channel?.unit ?? null,
    channelDecimals: channel?.decimals ?? 0,
    // A chosen channel mends the rule.
    problem: null,
  };
}
