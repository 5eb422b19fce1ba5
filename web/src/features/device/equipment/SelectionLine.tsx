import { maxOrderedDevices } from '@limpid/contract/device/equipment';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './equipment.module.css';
import { type EquipmentList, useSelectAll } from './use-equipment-list.ts';

/** How many devices are selected, on this page and others; selects all that match, or none. */
export function SelectionLine({ devices }: { devices: EquipmentList }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const selectAll = useSelectAll(devices);
  const { list } = devices;
  const write = (count: number) => formatCount(count, language);
  const count = list.selected.length;
  const elsewhere = list.selected.filter((id) => !list.allIds.includes(id)).length;
  const total = list.response?.total ?? 0;
  const max = write(maxOrderedDevices);
  const isBeyond = total > maxOrderedDevices;
  return (
    <div className={styles.selection}>
      <output>
        {count === 0
          ? t('device.equipment.selection.none')
          : t('device.equipment.selection.count', { count: write(count) })}
        {elsewhere > 0 && (
          <span className={styles.soft}>
            {' · '}
            {t('device.equipment.selection.elsewhere', { count: write(elsewhere) })}
          </span>
        )}
        {count > maxOrderedDevices && (
          <span className={styles.warning}>
            {' · '}
            {t('device.equipment.selection.limit', { max })}
          </span>
        )}
      </output>
      <Button type="link" size="small" disabled={count === 0} onClick={() => list.select([])}>
        {t('device.equipment.selection.clear')}
      </Button>
      <Button
        type="link"
        size="small"
        disabled={total === 0}
        loading={selectAll.isPending}
        onClick={() => selectAll.mutate()}
      >
        {isBeyond
          ? t('device.equipment.selection.first', { max, total: write(total) })
          : t('device.equipment.selection.all', { total: write(total) })}
      </Button>
      {isBeyond && <span className={styles.soft}>{t('device.equipment.selection.limit', { max })}</span>}
    </div>
  );
}
