import { Alert } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SitePoint, Surface, ViewState } from '../../map/map.ts';
import styles from './map.module.css';
import { type MapListeners, useMap } from './use-map.ts';

interface MapCanvasProps extends MapListeners {
  wish: 'amap' | 'own';
  start: ViewState;
  points: readonly SitePoint[];
  selected: number | undefined;
  surface: Surface | null;
}

/** The map itself, or a word why there is none. */
export function MapCanvas({ wish, start, points, selected, surface, ...listeners }: MapCanvasProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { handle, missing } = useMap(box, wish, start, listeners);
  useEffect(() => handle?.setSites(points), [handle, points]);
  useEffect(() => handle?.setSelected(selected ?? null), [handle, selected]);
  useEffect(() => handle?.setSurface(surface), [handle, surface]);
  const word = missing && (handle ? 'fallback' : missing === 'webgl' ? 'noWebgl' : 'failed');
  return (
    <>
      <div ref={box} className={styles['canvas']} aria-busy={!handle && !missing} />
      {word && (
        <output className={styles['hint']}>
          <Alert
            // Worth a word, not an interruption.
            role="presentation"
            type={handle ? 'info' : 'warning'}
            showIcon
            closable={handle !== undefined}
            title={t(`map.canvas.${word}`)}
          />
        </output>
      )}
    </>
  );
}
