import type { OfferedChannel, OfferedParam } from '@limpid/contract/device/offer';
import { localised } from '@limpid/contract/kit/resource';
import { DatePicker, Form, Input, InputNumber, Select, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { dayPickerForm } from '../../lib/dates.ts';
import { useLanguage } from '../../resource/use-language.ts';

interface ParamInputProps {
  param: OfferedParam;
  channels: readonly OfferedChannel[];
}

/** Types whose value is picked as a moment, with the form in which it is sent. */
const momentForms: Partial<Record<OfferedParam['paramType'], string>> = {
  time: 'YYYY-MM-DD HH:mm:ss',
  timeOfDay: 'HH:mm:ss',
  hourMinute: 'HH:mm',
};

/** A form item for the value of one parameter, which is a string whatever its type. */
export function ParamInput({ param, channels }: ParamInputProps) {
  const { t } = useTranslation();
  const label = localised(param, 'paramName', useLanguage());
  // Without a value the server uses the default.
  const isRequired = !param.defaultValue;
  const format = momentForms[param.paramType];
  return (
    <Form.Item
      name={['values', param.paramCode]}
      label={label}
      extra={useHint(param)}
      rules={[{ required: isRequired, message: t('errors.field.required', { label }) }]}
      {...(format && {
        getValueProps: (value: string | undefined) => ({ value: value ? dayjs(value, format) : null }),
        normalize: (value: Dayjs | null) => value?.format(format),
      })}
    >
      <ParamControl param={param} channels={channels} />
    </Form.Item>
  );
}

/** The range, or what an empty field means. */
function useHint({ paramType, minValue, maxValue, defaultValue }: OfferedParam): string | undefined {
  const { t } = useTranslation();
  if (paramType === 'time') return defaultValue === 'now' ? t('device.order.now') : t('device.order.clock');
  if (momentForms[paramType]) return t('device.order.clock');
  if (paramType === 'password') return t('device.order.password');
  if (minValue !== null && maxValue !== null)
    return t('device.order.range', { min: minValue, max: maxValue });
  return undefined;
}

function ParamControl({ param, channels, ...control }: ParamInputProps) {
  const language = useLanguage();
  const { minValue, maxValue, unit, paramType } = param;
  switch (paramType) {
    case 'integer':
    case 'number':
      return (
        <InputNumber
          {...control}
          stringMode
          style={{ width: '100%' }}
          {...(minValue !== null && { min: String(minValue) })}
          {...(maxValue !== null && { max: String(maxValue) })}
          {...(paramType === 'integer' && { precision: 0 })}
          suffix={unit ?? undefined}
        />
      );
    case 'choice':
      return (
        <Select
          {...control}
          options={param.choices.map((value) => ({ value, label: [value, unit].filter(Boolean).join(' ') }))}
        />
      );
    case 'channel':
      return (
        <Select
          {...control}
          showSearch={{ optionFilterProp: 'label' }}
          options={channels.map((channel) => ({
            value: channel.code,
            label: `${localised(channel, 'channelName', language)} · ${channel.code}`,
          }))}
        />
      );
    case 'time':
      return (
        <DatePicker
          {...control}
          showTime
          style={{ width: '100%' }}
          format={`${dayPickerForm(language)} HH:mm:ss`}
        />
      );
    case 'timeOfDay':
    case 'hourMinute':
      return <TimePicker {...control} style={{ width: '100%' }} format={momentForms[paramType]} />;
    case 'password':
      return <Input.Password {...control} autoComplete="new-password" maxLength={6} />;
    case 'text':
      return <Input {...control} maxLength={maxValue ?? 100} suffix={unit ?? undefined} />;
  }
}
