import {
  type ChosenSite,
  listSiteChoices,
  maxSiteChoices,
  type QueryPermission,
} from '@limpid/contract/data/site-choice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { FormControl } from '../../resource/form/form-control.ts';

type Chosen = number | number[] | null | undefined;

interface RuledSitePickerProps extends FormControl<Chosen> {
  permission: QueryPermission;
  several?: boolean;
  /** What no choice means. */
  placeholder?: string;
  'aria-label'?: string;
}

/** Finds sites by typing; the server searches, so that thousands of sites do not matter. */
export function RuledSitePicker(props: RuledSitePickerProps) {
  const { permission, several, placeholder, value, onChange, ...control } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const ids = [value ?? []].flat();
  const chosen = useSites({ permission, siteIds: ids.slice(0, maxSiteChoices) }, ids.length > 0);
  const found = useSites({ permission, ...(search && { search }) }, true);
  const all = new Map([...chosen, ...found].map((site) => [site.siteId, site]));
  return (
    <Select<Chosen>
      {...control}
      allowClear
      mode={several ? 'multiple' : undefined}
      value={value ?? undefined}
      placeholder={placeholder ?? t('data.query.chooseSites')}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      options={[...all.values()].map((site) => ({ value: site.siteId, label: site.siteName }))}
      onOpenChange={(open) => open || setTyped('')}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

const none: ChosenSite[] = [];

function useSites(
  query: { permission: QueryPermission; search?: string; siteIds?: number[] },
  enabled: boolean,
): ChosenSite[] {
  const { data } = useQuery({
    queryKey: [listSiteChoices.path, query],
    queryFn: ({ signal }) => call(listSiteChoices, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return data?.sites ?? none;
}
