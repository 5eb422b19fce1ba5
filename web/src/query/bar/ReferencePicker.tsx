import type { ReferencePermission } from '@limpid/contract/reference/reference-choice';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReferenceStations } from '../state/use-references.ts';
import styles from './query.module.css';

interface ReferencePickerProps {
  /** The permission of the screen. */
  permission: ReferencePermission;
  codes: readonly string[];
  max: number;
  onChange: (codes: string[]) => void;
}

/** Official stations to compare with, found on the server by name, code or city. */
export function ReferencePicker({ permission, codes, max, onChange }: ReferencePickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const found = useReferenceStations(permission, { search });
  const chosen = useReferenceStations(permission, codes.length > 0 ? { codes: [...codes] } : undefined);
  const stations = [...(chosen.data?.stations ?? []), ...(found.data?.stations ?? [])];
  const options = [...new Map(stations.map((station) => [station.code, station])).values()].map(
    ({ code, name, city }) => ({ value: code, label: [name, city].filter(Boolean).join(' · ') }),
  );
  const label = t('data.trend.references');
  return (
    <div className={styles.control}>
      <span className={styles.label}>{label}</span>
      <Select<string[]>
        aria-label={label}
        mode="multiple"
        maxCount={max}
        maxTagCount="responsive"
        placeholder={t('data.trend.noReferences')}
        notFoundContent={t('data.trend.referenceNotFound')}
        className={styles.channels}
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
