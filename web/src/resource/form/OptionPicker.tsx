import type { Resource } from '@limpid/contract/kit/resource';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { rowId, rowName, toText } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';
import type { FormControl } from './form-control.ts';

interface OptionPickerProps<Value> extends FormControl<Value> {
  resource: Resource;
  /** The field with the name of the chosen record, for one that is no longer offered. */
  shows?: string;
  several?: boolean;
  allowClear?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  status?: '' | 'error';
}

type Chosen = number | number[] | null | undefined;

/** Chooses referenced records by name and key. */
export function OptionPicker({
  resource,
  shows,
  several,
  value,
  onChange,
  ...control
}: OptionPickerProps<Chosen>) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const language = useLanguage();
  const endpoint = optionsEndpoint(resource);
  const { data, isPending, isError } = useQuery({
    queryKey: [endpoint.path],
    queryFn: ({ signal }) => call(endpoint, { signal }),
  });
  const offered = (data ?? []).map((row) => ({
    value: rowId(resource, row),
    label: [rowName(resource, row, language), ...resource.key.map((name) => toText(row[name]))].join(' · '),
  }));
  const missing = [value ?? []].flat().filter((id) => !offered.some((one) => one.value === id));
  const named = (id: number) => (shows && toText(form.getFieldValue(shows))) || t('kit.form.stopped', { id });
  const options = [...offered, ...missing.map((id) => ({ value: id, label: named(id) }))];
  return (
    <Select<Chosen>
      {...control}
      mode={several ? 'multiple' : undefined}
      // While the names are loading, the bare id would be shown.
      value={data ? (value ?? undefined) : undefined}
      options={options}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={isError ? t('kit.states.listFailed') : undefined}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
