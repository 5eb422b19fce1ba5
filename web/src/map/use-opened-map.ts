import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  MapError,
  type MapHandle,
  type MapOptions,
  type MissingReason,
  type ProviderChoice,
  type ProviderId,
  type StartView,
} from './map.ts';
import type { TileTrouble } from './tile-trouble.ts';

export interface MapStatus {
  /** Undefined until the map is open, and if none is available. */
  handle: MapHandle | undefined;
  provider: ProviderId | undefined;
  /** Why there is no map, or another one than requested. */
  missing: MissingReason | undefined;
  /** The map is open, but the embedded tiles fail to load. */
  isBare: boolean;
  /** Why the operator's tiles are not shown. */
  trouble: TileTrouble | undefined;
}

const none: MapStatus = {
  handle: undefined,
  provider: undefined,
  missing: undefined,
  isBare: false,
  trouble: undefined,
};

interface OpenOptions extends Omit<MapOptions, 'view'> {
  /** Computed from the size of the element if it depends on it. */
  view: StartView | ((size: { width: number; height: number }) => StartView);
}

/** Opens a map in an element, closes it on unmount, and follows theme and scale. Loads the code of maps on demand. */
export function useOpenedMap(
  element: RefObject<HTMLElement | null>,
  provider: ProviderChoice,
  options: OpenOptions,
): MapStatus {
  const [state, setState] = useState(none);

  const open = useEffectEvent(async (place: HTMLElement): Promise<MapStatus> => {
    try {
      const { listProviders, openMap } = await import('./open-map.ts');
      const { view: asked, ...look } = options;
      const { clientWidth: width, clientHeight: height } = place;
      const view = typeof asked === 'function' ? asked({ width, height }) : asked;
      return {
        ...none,
        ...(await openMap(place, listProviders(look.basemap, provider), { ...look, view })),
      };
    } catch (error) {
      // Not fatal: the page offers the same without a map.
      return { ...none, missing: error instanceof MapError ? error.reason : 'network' };
    }
  });

  useEffect(() => {
    const place = element.current;
    if (!place) return undefined;
    let isOver = false;
    const opening = open(place);
    void opening.then((opened) => {
      if (isOver) return;
      setState(opened);
      opened.handle?.on('tilesMissing', (trouble) =>
        setState((old) => ({ ...old, ...(trouble ? { trouble } : { isBare: true }) })),
      );
      opened.handle?.on('tilesBack', () => setState((old) => ({ ...old, trouble: undefined })));
    });
    return () => {
      isOver = true;
      setState(none);
      void opening.then(({ handle }) => handle?.destroy());
    };
  }, [element, provider, options.basemap.id]);

  useEffect(() => state.handle?.setTheme(options.theme), [state.handle, options.theme]);
  useEffect(() => state.handle?.setScale(options.scale), [state.handle, options.scale]);
  return state;
}
