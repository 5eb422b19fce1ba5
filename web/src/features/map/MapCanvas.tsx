import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SitePoint, StartView, Surface } from '../../map/map.ts';
import type { MapState } from '../../map/use-opened-map.ts';
import { MapHint } from './MapHint.tsx';
import styles from './map.module.css';
import { type MapListeners, useMap } from './use-map.ts';

interface MapCanvasProps extends MapListeners {
  wish: 'amap' | 'own';
  start: StartView;
  points: readonly SitePoint[];
  selected: number | undefined;
  surface: Surface | null;
  /** There is no map, and will be none. */
  onMissing: () => void;
  /** What else has to be said over the map. */
  children: ReactNode;
}

/** For those who measure the page: when all there is to see was last drawn. */
function markDrawn(): void {
  // A page on a wall would gather a mark a second.
  performance.clearMarks('map-drawn');
  performance.mark('map-drawn');
}

/** The map itself, or a word why there is none. */
export function MapCanvas(props: MapCanvasProps) {
  const { wish, start, points, selected, surface, onMissing, children, ...listeners } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const state = useMap(box, wish, start, listeners);
  const { handle, missing } = state;
  useEffect(() => handle?.setSites(points), [handle, points]);
  // After the sites are set: being idle for the first time, the map has drawn them.
  useEffect(() => handle?.on('idle', markDrawn), [handle]);
  useEffect(() => handle?.setSelected(selected ?? null), [handle, selected]);
  useEffect(() => handle?.setSurface(surface), [handle, surface]);
  const isMissing = missing !== undefined && !handle;
  const tellMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (isMissing) tellMissing();
  }, [isMissing]);
  const [closed, setClosed] = useState<string>();
  const found = chooseWord(state);
  const word = found === closed ? undefined : found;
  return (
    <>
      <div ref={box} className={styles['canvas']} aria-busy={!handle && !missing} />
      <output className={styles['hints']}>
        {word && (
          <MapHint
            text={t(`map.canvas.${word}`)}
            isWarning={!handle}
            onClose={handle ? () => setClosed(word) : undefined}
          />
        )}
        {children}
      </output>
    </>
  );
}

/** What has to be said of the map, if anything. */
function chooseWord({ handle, provider, missing, isBare }: MapState) {
  if (!handle) return missing && (missing === 'webgl' ? 'noWebgl' : 'failed');
  if (isBare && provider === 'embedded') return 'bare';
  if (missing === 'keys') return 'noKeys';
  return missing || isBare ? 'fallback' : undefined;
}
