import { listReferenceChoices } from '@limpid/contract/reference/reference-choice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import bar from '../../../query/query.module.css';

interface StationPickerProps {
  codes: readonly string[];
  max: number;
  onChange: (codes: string[]) => void;
}

const permission = 'analysis:contrast:list';

/** Official stations to compare with, found on the server by name, code or city. */
export function StationPicker({ codes, max, onChange }: StationPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const found = useStations({ search });
  const chosen = useStations(codes.length > 0 ? { codes: [...codes] } : undefined);
  const stations = [...(chosen.data?.stations ?? []), ...(found.data?.stations ?? [])];
  const options = [...new Map(stations.map((station) => [station.code, station])).values()].map(
    ({ code, name, city }) => ({ value: code, label: [name, city].filter(Boolean).join(' · ') }),
  );
  const label = t('analysis.contrast.references');
  return (
    <div className={bar.control}>
      <span className={bar.label}>{label}</span>
      <Select<string[]>
        aria-label={label}
        mode="multiple"
        maxCount={max}
        maxTagCount="responsive"
        placeholder={t('analysis.contrast.noReferences')}
        notFoundContent={t('analysis.contrast.referenceNotFound')}
        className={bar.channels}
        popupMatchSelectWidth={false}
        value={[...codes]}
        options={options}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: setText }}
        onChange={onChange}
      />
    </div>
  );
}

function useStations(search: { search?: string; codes?: string[] } | undefined) {
  return useQuery({
    queryKey: [listReferenceChoices.path, permission, search],
    queryFn: ({ signal }) =>
      call(listReferenceChoices, { query: { permission, ...search }, signal, quiet: true }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
}
