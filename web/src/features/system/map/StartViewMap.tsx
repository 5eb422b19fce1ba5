import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewState } from '../../../map/map.ts';
import { useOpenedMap } from '../../../map/use-opened-map.ts';
import { MapFrame } from '../../../query/map/MapFrame.tsx';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import styles from './map-settings.module.css';

interface StartViewMapProps {
  start: ViewState;
  /** A view that was typed. */
  wanted: ViewState | undefined;
  onMoved: (view: ViewState) => void;
}

/** A small map whose view is the one that maps start with. */
export function StartViewMap({ start, wanted, onMoved }: StartViewMapProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  const label = t('system.mapSettings.startMap');
  const { handle } = useOpenedMap(box, 'own', { ...useMapAppearance(), view: start, label });
  const tell = useEffectEvent((view: ViewState) => {
    // Typed numbers stay as they are.
    if (!isTyped.current) onMoved(view);
    isTyped.current = false;
  });
  useEffect(() => handle?.on('moveEnd', tell), [handle]);
  useEffect(() => {
    if (!handle || !wanted) return;
    isTyped.current = true;
    handle.moveTo(wanted.center, { zoom: wanted.zoom });
  }, [handle, wanted]);
  return <MapFrame box={box} map={handle} label={label} className={styles.startMap} />;
}
