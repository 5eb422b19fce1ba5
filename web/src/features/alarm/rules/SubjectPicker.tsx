import { ruleIndices } from '@limpid/contract/alarm/alarm-rule';
import { localised } from '@limpid/contract/kit/resource';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRuleChannels } from '../../../query/rules/use-rule-channels.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useTypedTarget } from './use-target.ts';
import { useTypedRule } from './use-typed-rule.ts';

type Value = number | null;

/** Chooses a channel of the target, or an index where the type allows one; the index is a field of its own. */
export function SubjectPicker({ value, onChange, ...control }: FormControl<Value>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const form = Form.useFormInstance();
  const rule = useTypedRule();
  const measured = useTypedTarget(rule)?.channelIds;
  const channels = useRuleChannels();
  const isLimit = rule.alarmType === 'limit';
  const mayBeEmpty = rule.alarmType === 'quality' || rule.alarmType === 'power';
  const offered = channels.filter(
    ({ channelId }) => !measured || measured.includes(channelId) || channelId === value,
  );
  const options = [
    ...offered.map((one) => ({
      value: String(one.channelId),
      label: [localised(one, 'channelName', language), one.unit].filter(Boolean).join(' · '),
    })),
    ...(isLimit
      ? ruleIndices.map((code) => ({ value: code, label: t(`alarm.rule.fields.indexCode_${code}`) }))
      : []),
  ];

  function choose(next: string | undefined) {
    const index = ruleIndices.find((code) => code === next);
    form.setFieldValue('indexCode', index ?? null);
    if (index) form.setFieldsValue({ basis: 'hour', siteLimit: false });
    onChange?.(index || next === undefined ? null : Number(next));
  }

  return (
    <>
      <Select<string | undefined>
        {...control}
        value={
          rule.indexCode && isLimit
            ? rule.indexCode
            : value === null || value === undefined
              ? undefined
              : String(value)
        }
        allowClear={mayBeEmpty}
        placeholder={mayBeEmpty ? t(`alarm.rule.anySubject_${rule.alarmType}`) : undefined}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        onChange={choose}
      />
      <Form.Item name="indexCode" hidden>
        <Input />
      </Form.Item>
    </>
  );
}
