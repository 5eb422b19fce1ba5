import { AimOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LngLat, MapHandle, StartView } from '../../map/map.ts';
import { useOpenedMap } from '../../map/use-opened-map.ts';
import { MapFrame } from '../../query/map/MapFrame.tsx';
import { useMapAppearance } from '../../resource/use-map-appearance.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlacePin } from './PlacePin.tsx';
import styles from './place.module.css';

interface PlaceMapProps {
  place: LngLat | undefined;
  /** The centre of the map without a place. */
  near: LngLat | undefined;
  onPick: (position: LngLat) => void;
}

const [placeZoom, nearZoom] = [12, 10.5];
const world: StartView = { center: [60, 30], zoom: 1.5 };

/** A small map with a pin; always the installation's map, never AMap. */
export function PlaceMap({ place, near, onPick }: PlaceMapProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const look = useMapAppearance();
  const { center, zoom } = look.settings.start;
  const wanted = center ? { center, zoom } : world;
  const view = place ? { center: place, zoom: placeZoom } : near ? { center: near, zoom: nearZoom } : wanted;
  const pick = useEffectEvent(onPick);
  const options = { ...look, view, label: t('site.place.map') };
  const { handle, missing } = useOpenedMap(box, 'own', options);
  useEffect(() => handle?.on('groundClick', ({ position }) => pick(position)), [handle]);
  useFollowing(handle, place, near);
  // In a long form, the map may open below the visible area.
  useEffect(() => {
    // Newer browsers return a promise, which must not be returned as a cleanup.
    box.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (missing && !handle) {
    const word = missing === 'webgl' ? t('site.place.noWebgl') : t('site.place.failed');
    return (
      <output className={styles.noMap}>
        <Alert role="presentation" type="warning" showIcon title={word} />
      </output>
    );
  }
  return (
    <>
      <MapFrame
        box={box}
        map={handle}
        label={t('site.place.tools')}
        className={styles.placeMap}
        tools={
          <IconButton
            name={t('site.place.center')}
            icon={<AimOutlined />}
            onClick={() => handle && onPick(handle.getView().center)}
          />
        }
      >
        {handle && place && <PlacePin map={handle} place={place} onPick={onPick} />}
      </MapFrame>
      <p className={styles.placeHint}>{t('site.place.hint')}</p>
    </>
  );
}

/** Moves the map to a typed place outside the visible area. */
function useFollowing(map: MapHandle | undefined, place: LngLat | undefined, near: LngLat | undefined): void {
  const goNear = useEffectEvent((center: LngLat) => {
    if (!place) map?.moveTo(center, { zoom: nearZoom });
  });
  const [longitude, latitude] = place ?? [];
  const [nearLongitude, nearLatitude] = near ?? [];
  useEffect(() => {
    if (!map || longitude === undefined || latitude === undefined) return;
    const [x, y] = map.project([longitude, latitude]);
    const { width, height } = map.getSize();
    if (x < 0 || y < 0 || x > width || y > height) map.moveTo([longitude, latitude]);
  }, [map, longitude, latitude]);
  useEffect(() => {
    if (nearLongitude !== undefined && nearLatitude !== undefined) goNear([nearLongitude, nearLatitude]);
  }, [nearLongitude, nearLatitude]);
}
