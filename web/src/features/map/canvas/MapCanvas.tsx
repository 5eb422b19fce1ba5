import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderChoice, SitePoint, StartView, SurfaceImage } from '../../../map/map.ts';
import type { MapStatus } from '../../../map/use-opened-map.ts';
import { TileTroubleHint } from '../basemap/TileTroubleHint.tsx';
import { MapHint } from '../MapHint.tsx';
import styles from '../map.module.css';
import type { Size } from './cover.ts';
import { type MapListeners, useMap } from './use-map.ts';

interface MapCanvasProps extends MapListeners {
  provider: ProviderChoice;
  start: (size: Size) => StartView;
  points: readonly SitePoint[];
  selected: number | undefined;
  surface: SurfaceImage | null;
  /** No map can be opened. */
  onMissing: () => void;
  /** Further hints over the map. */
  children: ReactNode;
}

/** Marks for measurements when the map was last drawn completely. */
function markDrawn(): void {
  // Otherwise a wall screen would collect a mark every second.
  performance.clearMarks('map-drawn');
  performance.mark('map-drawn');
}

/** The map, or a hint why there is none. */
export function MapCanvas(props: MapCanvasProps) {
  const { provider, start, points, selected, surface, onMissing, children, ...listeners } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const state = useMap(box, provider, start, listeners);
  const { handle, missing } = state;
  useEffect(() => handle?.setSites(points), [handle, points]);
  // Registered after setSites: the first idle event then means that sites are drawn.
  useEffect(() => handle?.on('idle', markDrawn), [handle]);
  // The texts of other screens are prefetched after this mark.
  useEffect(() => handle?.on('sitesDrawn', () => performance.mark('map-sites')), [handle]);
  useEffect(() => handle?.setSelected(selected ?? null), [handle, selected]);
  useEffect(() => handle?.setSurface(surface), [handle, surface]);
  const isMissing = missing !== undefined && !handle;
  const tellMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (isMissing) tellMissing();
  }, [isMissing]);
  const [closed, setClosed] = useState<unknown>();
  const { trouble } = state;
  const found = trouble ? undefined : chooseHint(state);
  const hint = found === closed ? undefined : found;
  return (
    <>
      <div ref={box} className={styles.canvas} aria-busy={!handle && !missing} />
      <output className={styles.hints}>
        {trouble && trouble !== closed && (
          <TileTroubleHint trouble={trouble} onClose={() => setClosed(trouble)} />
        )}
        {hint && (
          <MapHint
            text={t(`map.canvas.${hint}`)}
            isWarning={!handle}
            onClose={handle ? () => setClosed(hint) : undefined}
          />
        )}
        {children}
      </output>
    </>
  );
}

/** The hint to show over the map, if any. */
function chooseHint({ handle, provider, missing, isBare }: MapStatus) {
  if (!handle) return missing && (missing === 'webgl' ? 'noWebgl' : 'failed');
  if (isBare && provider === 'embedded') return 'bare';
  if (missing === 'keys') return 'noKeys';
  // Of all maps only AMap can fail as a whole before it opens.
  if (missing) return 'amapFailed';
  return isBare ? 'fallback' : undefined;
}
