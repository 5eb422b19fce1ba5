import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { useSiteInfo } from '../../api/site-info.ts';
import { MapError, type MapHandle, type MissingReason, type ViewState } from '../../map/map.ts';
import { readMapSettings } from '../../map/map-settings.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { useDarkTheme } from '../../ui/use-dark-theme.ts';

export interface MapListeners {
  /** The map is there; nothing has been drawn on it yet. */
  onReady: (handle: MapHandle) => void;
  onMoved: (view: ViewState) => void;
  /** Several where they share one point. */
  onSites: (ids: readonly number[]) => void;
}

interface OpenedMap {
  handle: MapHandle | undefined;
  /** Why there is no map, or another one than was asked for. */
  missing: MissingReason | undefined;
}

const none: OpenedMap = { handle: undefined, missing: undefined };

/** Opens a map in an element, and follows the theme. Its code is fetched only now. */
export function useMap(
  element: RefObject<HTMLElement | null>,
  wish: 'amap' | 'own',
  start: ViewState,
  listeners: MapListeners,
): OpenedMap {
  const { t } = useTranslation();
  const language = useLanguage();
  const theme = useDarkTheme() ? 'dark' : 'light';
  const settings = readMapSettings(useSession((session) => session.customConfig));
  const approval = useSiteInfo((info) => info.mapApproval);
  const [opened, setOpened] = useState(none);

  const open = useEffectEvent(async (place: HTMLElement): Promise<OpenedMap> => {
    try {
      const { listProviders, openMap } = await import('../../map/open-map.ts');
      return await openMap(place, listProviders(settings, wish), {
        view: start,
        theme,
        language,
        settings,
        label: t('map.canvas.title'),
        notes: approval ? [approval] : [],
      });
    } catch (error) {
      // The list stays, and says what the map would have shown.
      return { handle: undefined, missing: error instanceof MapError ? error.reason : 'network' };
    }
  });
  const tell = useEffectEvent((what: (listeners: MapListeners) => void) => what(listeners));

  useEffect(() => {
    const place = element.current;
    if (!place) return undefined;
    let isOver = false;
    const opening = open(place);
    void opening.then(({ handle, missing }) => {
      if (isOver) return;
      if (handle) {
        tell(({ onReady }) => onReady(handle));
        handle.on('moveEnd', (view) => tell(({ onMoved }) => onMoved(view)));
        handle.on('siteClick', ({ ids }) => tell(({ onSites }) => onSites(ids)));
      }
      setOpened({ handle, missing });
    });
    return () => {
      isOver = true;
      setOpened(none);
      void opening.then(({ handle }) => handle?.destroy());
    };
  }, [element, wish]);

  useEffect(() => opened.handle?.setTheme(theme), [opened.handle, theme]);
  return opened;
}
