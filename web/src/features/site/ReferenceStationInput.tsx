import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useReferenceStations } from '../../query/state/use-references.ts';
import type { FormControl } from '../../resource/form/form-control.ts';

const permission = 'site:site:list';

/** Chooses an official station, found on the server by name, code or city. */
export function ReferenceStationInput({
  value,
  onChange,
  ...control
}: FormControl<string | null | undefined> & { 'aria-label'?: string }) {
  const [text, setText] = useState('');
  const found = useReferenceStations(permission, { search: useDeferredValue(text) });
  const chosen = useReferenceStations(permission, value ? { codes: [value] } : undefined);
  const stations = [...(value ? (chosen.data?.stations ?? []) : []), ...(found.data?.stations ?? [])];
  const options = [...new Map(stations.map((station) => [station.code, station])).values()].map(
    ({ code, name, city }) => ({ value: code, label: [name, city, code].filter(Boolean).join(' · ') }),
  );
  return (
    <Select<string>
      {...control}
      allowClear
      value={value || null}
      options={options}
      loading={found.isFetching}
      showSearch={{ filterOption: false, onSearch: setText }}
      onChange={(code?: string) => onChange?.(code ?? null)}
    />
  );
}
