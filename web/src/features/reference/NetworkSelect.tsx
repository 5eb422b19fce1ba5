import { type StationLevel, stationLevels } from '@limpid/contract/reference/national-control';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './reference.module.css';

interface NetworkSelectProps {
  value: StationLevel | undefined;
  onChange: (level: StationLevel | undefined) => void;
}

/** Narrows a list to the national or the provincial stations. */
export function NetworkSelect({ value, onChange }: NetworkSelectProps) {
  const { t } = useTranslation();
  return (
    <Select<StationLevel | ''>
      aria-label={t('reference.nearest.fields.level')}
      className={styles.network}
      value={value ?? ''}
      options={[
        { value: '', label: t('reference.nearest.anyLevel') },
        ...stationLevels.map((level) => ({
          value: level,
          label: t(`analysis.nationalControl.fields.stationLevel_${level}`),
        })),
      ]}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}
