import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  LngLat,
  MapHandle,
  ProviderChoice,
  ProviderId,
  StartView,
  ViewState,
} from '../../../map/map.ts';
import { type MapStatus, useOpenedMap } from '../../../map/use-opened-map.ts';
import { useMapAppearance } from '../../../resource/use-map-appearance.ts';
import type { Size } from './cover.ts';

export interface MapListeners {
  /** The map is open; nothing has been drawn on it yet. */
  onReady: (handle: MapHandle, provider: ProviderId) => void;
  onMoved: (view: ViewState) => void;
  /** Several ids where sites share one point. */
  onSites: (ids: readonly number[], position: LngLat) => void;
}

/** Opens the map of all sites in an element. */
export function useMap(
  element: RefObject<HTMLElement | null>,
  provider: ProviderChoice,
  view: (size: Size) => StartView,
  listeners: MapListeners,
): MapStatus {
  const { t } = useTranslation();
  const look = useMapAppearance();
  const state = useOpenedMap(element, provider, { ...look, view, label: t('map.canvas.title') });
  const { handle, provider: opened } = state;
  const notify = useEffectEvent((what: (listeners: MapListeners) => void) => what(listeners));
  useEffect(() => {
    if (!handle || !opened) return;
    notify(({ onReady }) => onReady(handle, opened));
    handle.on('moveEnd', (seen) => notify(({ onMoved }) => onMoved(seen)));
    handle.on('siteClick', ({ ids, position }) => notify(({ onSites }) => onSites(ids, position)));
  }, [handle, opened]);
  return state;
}
