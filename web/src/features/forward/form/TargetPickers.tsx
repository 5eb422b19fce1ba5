import { listForwardChoices } from '@limpid/contract/forward/target-page';
import { entity } from '@limpid/contract/site/entity';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { toText } from '../../../resource/row/row.ts';

interface PartControl<Value> extends FormControl<Value> {
  'aria-label'?: string;
  status?: '' | 'error';
}

/** The entity of a new target; a stored one keeps its own. */
export function EntityPicker(control: FormControl<number | number[] | null | undefined>) {
  const form = Form.useFormInstance();
  const isStored = form.getFieldValue('targetId') !== undefined;
  if (isStored) return <Input id={control.id} disabled value={toText(form.getFieldValue('entityName'))} />;
  return <OptionPicker {...control} resource={entity} shows="entityName" />;
}

function useChoices() {
  const form = Form.useFormInstance();
  const entityId: unknown = Form.useWatch('entityId', form);
  const query = typeof entityId === 'number' ? { entityId } : {};
  return useQuery({
    queryKey: [listForwardChoices.path, query],
    queryFn: ({ signal }) => call(listForwardChoices, { query, signal }),
  });
}

/** Chooses a site of the entity. */
export function TargetSitePicker({ value, ...control }: PartControl<number | null | undefined>) {
  const { t } = useTranslation();
  const { data, isPending } = useChoices();
  const offered = data?.sites.map(({ siteId, siteName, mn }) => ({
    value: siteId,
    label: `${siteName} · ${mn}`,
  }));
  const isGone = offered && typeof value === 'number' && !offered.some((one) => one.value === value);
  const gone = isGone ? [{ value, label: t('kit.form.stopped', { id: value }) }] : [];
  return (
    <Select
      {...control}
      // While the names are loading, the bare id would be shown.
      value={offered ? (value ?? null) : null}
      options={[...(offered ?? []), ...gone]}
      loading={isPending}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}

/** Chooses a channel by its code. */
export function TargetChannelPicker({ value, ...control }: PartControl<string | null | undefined>) {
  const { data, isPending } = useChoices();
  const options = data?.channels.map(({ channelCode, gbCode, unit }) => ({
    value: channelCode,
    label: [channelCode, gbCode === channelCode ? null : gbCode, unit].filter(Boolean).join(' · '),
  }));
  return (
    <Select
      {...control}
      value={value ?? null}
      options={options ?? []}
      loading={isPending}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}
