import { siteStates } from '@limpid/contract/map/site-update';
import { Button, Checkbox, Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../choices.module.css';
import type { MapView } from '../map-view.ts';
import type { Scale } from '../scale/shade.ts';

interface FilterFormProps {
  view: MapView;
  scale: Scale;
  entities: readonly { id: number; name: string }[];
  onChange: (part: Partial<MapView>) => void;
}

/** Filters the sites of the map and of the list. */
export function FilterForm({ view, scale, entities, onChange }: FilterFormProps) {
  const { t } = useTranslation();
  return (
    <Flex vertical gap={12} className={styles.choices}>
      <label>
        {t('map.filter.entity')}
        <Select
          mode="multiple"
          allowClear
          className={styles.wide}
          placeholder={t('map.filter.allEntities')}
          value={[...view.entityIds]}
          options={entities.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(entityIds: number[]) => onChange({ entityIds })}
        />
      </label>
      <fieldset>
        <legend>{t('map.filter.state')}</legend>
        <Checkbox.Group
          value={[...view.states]}
          options={siteStates.map((state) => ({ value: state, label: t(`map.states.${state}`) }))}
          onChange={(states) => onChange({ states: siteStates.filter((state) => states.includes(state)) })}
        />
      </fieldset>
      {scale.steps.length > 0 && (
        <fieldset>
          <legend>{t('map.filter.level', { scale: scale.title })}</legend>
          <Checkbox.Group
            className={styles.levelChoice}
            value={[...view.levels]}
            onChange={(levels) => onChange({ levels: levels.map(Number).toSorted((a, b) => a - b) })}
          >
            {scale.steps.map(({ upTo, fill, name }, place) => (
              <Checkbox key={upTo ?? 'last'} value={place + 1}>
                <span aria-hidden className={styles.swatch} style={{ background: fill }} />
                {name}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </fieldset>
      )}
      <Button onClick={() => onChange({ entityIds: [], levels: [], states: [] })}>
        {t('map.filter.clear')}
      </Button>
    </Flex>
  );
}
