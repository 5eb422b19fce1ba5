import { deviceType } from '@limpid/contract/basedata/device-type';
import { entity } from '@limpid/contract/site/entity';
import { departmentChoices } from '@limpid/contract/system/department';
import { useTranslation } from 'react-i18next';
import { OptionPicker } from '../../../resource/form/OptionPicker.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import styles from './equipment.module.css';
import type { EquipmentList } from './use-equipment-list.ts';

const references = { entityId: entity, deviceTypeId: deviceType } as const;
const placeholders = { entityId: 'allEntities', deviceTypeId: 'allTypes' } as const;

/** Filters by department, entity and type of device. */
export function EquipmentFilters({ filter, pick }: Pick<EquipmentList, 'filter' | 'pick'>) {
  const { t } = useTranslation();
  const chosen = (name: string) => (typeof filter[name] === 'number' ? filter[name] : null);
  return (
    <>
      <div className={styles.picker}>
        <TreePicker
          endpoint={departmentChoices}
          allowClear
          aria-label={t('device.equipment.fields.deptId')}
          placeholder={t('device.equipment.allDepartments')}
          value={chosen('deptId')}
          onChange={(id) => pick('deptId', id)}
        />
      </div>
      {(['entityId', 'deviceTypeId'] as const).map((name) => (
        <div key={name} className={styles.picker}>
          <OptionPicker
            resource={references[name]}
            allowClear
            aria-label={t(`device.equipment.fields.${name}`)}
            placeholder={t(`device.equipment.${placeholders[name]}`)}
            value={chosen(name)}
            onChange={(id) => pick(name, typeof id === 'number' ? id : null)}
          />
        </div>
      ))}
    </>
  );
}
