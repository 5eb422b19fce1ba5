import { EnvironmentOutlined } from '@ant-design/icons';
import { optionsEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { entity } from '@limpid/contract/site/entity';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { LngLat } from '../../map/map.ts';
import { PlaceMap } from './PlaceMap.tsx';
import styles from './place.module.css';
import { readPlace, roundPlace } from './place.ts';

/** A map below the coordinates to pick the place, opened by a button. */
export function PlacePicker({ near }: { near?: LngLat | undefined }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const mapId = useId();
  const place = readPlace(Form.useWatch('longitude', form), Form.useWatch('latitude', form));
  const [isOpen, open] = useState(false);

  function pick(position: LngLat): void {
    const [longitude, latitude] = roundPlace(position);
    form.setFields([
      { name: 'longitude', value: longitude, touched: true, errors: [] },
      { name: 'latitude', value: latitude, touched: true, errors: [] },
    ]);
  }

  return (
    <div className={styles.picker}>
      <Button
        icon={<EnvironmentOutlined aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? mapId : undefined}
        onClick={() => open(!isOpen)}
      >
        {isOpen ? t('site.place.hide') : t('site.place.pick')}
      </Button>
      {isOpen && (
        <div id={mapId}>
          <PlaceMap place={place} near={near} onPick={pick} />
        </div>
      )}
    </div>
  );
}

const entities = optionsEndpoint(entity);

/** Without a place, the map shows the surroundings of the entity. */
export function OwnerPlacePicker() {
  const form = Form.useFormInstance();
  const entityId: unknown = Form.useWatch('entityId', form);
  const { data } = useQuery({
    queryKey: [entities.path],
    queryFn: ({ signal }) => call(entities, { signal }),
  });
  const owner = data?.find((row) => row.entityId === entityId);
  return <PlacePicker near={readPlace(owner?.longitude, owner?.latitude)} />;
}
