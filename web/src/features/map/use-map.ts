import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { LngLat, MapHandle, ProviderId, StartView, ViewState } from '../../map/map.ts';
import { type MapState, useOpenedMap } from '../../map/use-opened-map.ts';
import { useMapLook } from '../../resource/use-map-look.ts';

export interface MapListeners {
  /** The map is there; nothing has been drawn on it yet. */
  onReady: (handle: MapHandle, provider: ProviderId) => void;
  onMoved: (view: ViewState) => void;
  /** Several where they share one point. */
  onSites: (ids: readonly number[], position: LngLat) => void;
}

/** The map of all sites in an element. */
export function useMap(
  element: RefObject<HTMLElement | null>,
  wish: 'amap' | 'own',
  view: StartView,
  listeners: MapListeners,
): MapState {
  const { t } = useTranslation();
  const look = useMapLook();
  const state = useOpenedMap(element, wish, { ...look, view, label: t('map.canvas.title') });
  const { handle, provider } = state;
  const tell = useEffectEvent((what: (listeners: MapListeners) => void) => what(listeners));
  useEffect(() => {
    if (!handle || !provider) return;
    tell(({ onReady }) => onReady(handle, provider));
    handle.on('moveEnd', (seen) => tell(({ onMoved }) => onMoved(seen)));
    handle.on('siteClick', ({ ids, position }) => tell(({ onSites }) => onSites(ids, position)));
  }, [handle, provider]);
  return state;
}
