import { listReferenceChoices } from '@limpid/contract/reference/reference-choice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import styles from './history-trend.module.css';
import { maxReferences } from './trend-view.ts';

interface ReferencePickerProps {
  codes: readonly string[];
  onChange: (codes: string[]) => void;
}

const permission = 'data:trend:list';

/** Official stations to compare with, found on the server by name, code or city. */
export function ReferencePicker({ codes, onChange }: ReferencePickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = useReferenceChoices({ search: wanted });
  const chosen = useReferenceChoices(codes.length > 0 ? { codes: [...codes] } : undefined);
  const stations = [...(chosen.data?.stations ?? []), ...(found.data?.stations ?? [])];
  const options = [...new Map(stations.map((station) => [station.code, station])).values()].map(
    ({ code, name, city }) => ({ value: code, label: [name, city].filter(Boolean).join(' · ') }),
  );
  return (
    <div className={styles.references}>
      <span className={styles.label}>{t('data.trend.references')}</span>
      <Select<string[]>
        aria-label={t('data.trend.references')}
        mode="multiple"
        maxCount={maxReferences}
        maxTagCount="responsive"
        placeholder={t('data.trend.noReferences')}
        value={[...codes]}
        options={options}
        loading={found.isFetching}
        notFoundContent={t('data.trend.referenceNotFound')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        onChange={onChange}
        popupMatchSelectWidth={false}
      />
    </div>
  );
}

function useReferenceChoices(search: { search?: string; codes?: string[] } | undefined) {
  return useQuery({
    queryKey: [listReferenceChoices.path, permission, search],
    queryFn: ({ signal }) =>
      call(listReferenceChoices, { query: { permission, ...search }, signal, quiet: true }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
}
