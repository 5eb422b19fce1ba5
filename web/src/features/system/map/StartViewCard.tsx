import type { StoredMapSettings } from '@limpid/contract/system/map-settings';
import { Button, Form, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../api/call-error.ts';
import type { ViewState } from '../../../map/map.ts';
import styles from './map-settings.module.css';
import { StartViewMap } from './StartViewMap.tsx';
import { useSaveMapSettings } from './use-map-settings.ts';

interface StartViewCardProps {
  stored: StoredMapSettings;
  mayEdit: boolean;
}

interface StartFields {
  longitude: number | null;
  latitude: number | null;
  zoom: number | null;
}

const limits = { longitude: [-180, 180], latitude: [-90, 90], zoom: [1, 18] } as const;
const names = ['longitude', 'latitude', 'zoom'] as const;
const world: ViewState = { center: [104, 35], zoom: 3.5 };

/** Where the map opens: where most sites are, or a view that is picked on a map. */
export function StartViewCard({ stored, mayEdit }: StartViewCardProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<StartFields>();
  const saving = useSaveMapSettings(stored);
  const [isFixed, setFixed] = useState(stored.longitude !== null);
  const [moved, setMoved] = useState<ViewState>();
  const view = readView(stored) ?? world;
  const initial = { longitude: view.center[0], latitude: view.center[1], zoom: view.zoom };

  function save(values: StartFields | undefined): void {
    saving.mutate(values ?? { longitude: null, latitude: null, zoom: null }, {
      onError(error) {
        const name = names.find((one) => error instanceof CallError && one === error.field);
        if (name) form.setFields([{ name, errors: [error.message] }]);
      },
    });
  }

  return (
    <section className={styles.card} aria-labelledby="map-start">
      <h2 id="map-start">{t('system.mapSettings.start')}</h2>
      <p className={styles.hint}>{t('system.mapSettings.startHint')}</p>
      <Radio.Group
        aria-labelledby="map-start"
        disabled={!mayEdit}
        value={isFixed}
        options={[
          { value: false, label: t('system.mapSettings.startDensest') },
          { value: true, label: t('system.mapSettings.startFixed') },
        ]}
        onChange={({ target }) => {
          setFixed(target.value);
          if (!target.value && stored.longitude !== null) save(undefined);
        }}
      />
      {isFixed && (
        <Form
          form={form}
          name="map-start"
          layout="vertical"
          disabled={!mayEdit}
          initialValues={initial}
          className={styles.start}
          onValuesChange={(_, values: StartFields) => setMoved(readView(values))}
          onFinish={save}
        >
          <StartViewMap
            start={view}
            wanted={moved}
            onMoved={({ center: [longitude, latitude], zoom }) =>
              form.setFieldsValue({
                longitude: round(longitude, 5),
                latitude: round(latitude, 5),
                zoom: round(Math.max(1, Math.min(18, zoom)), 1),
              })
            }
          />
          <p className={styles.hint}>{t('system.mapSettings.startPick')}</p>
          <div className={styles.triple}>
            {names.map((name) => (
              <NumberField key={name} name={name} />
            ))}
          </div>
          {mayEdit && (
            <Button type="primary" htmlType="submit" loading={saving.isPending && { delay: 200 }}>
              {t('system.mapSettings.startSave')}
            </Button>
          )}
        </Form>
      )}
    </section>
  );
}

function NumberField({ name }: { name: (typeof names)[number] }) {
  const { t } = useTranslation();
  const [min, max] = limits[name];
  return (
    <Form.Item
      name={name}
      label={t(`system.mapSettings.fields.${name}`)}
      rules={[{ required: true, type: 'number', min, max, message: t('errors.map_settings.start') }]}
    >
      <InputNumber controls={false} className={styles.wide} />
    </Form.Item>
  );
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function readView({ longitude, latitude, zoom }: StartFields): ViewState | undefined {
  const isView =
    typeof longitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    typeof latitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    typeof zoom === 'number' &&
    zoom >= 1 &&
    zoom <= 18;
  return isView ? { center: [longitude, latitude], zoom } : undefined;
}
