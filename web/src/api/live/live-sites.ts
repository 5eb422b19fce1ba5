import type { SiteUpdate } from '@limpid/contract/map/site-update';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addListener, useLiveStatus } from './live.ts';

/** Debounces subscriptions: while a map is moved its sites change many times a second. */
const debounceMs = 250;

interface LiveSites {
  /** Replaces the subscribed sites. */
  show(ids: readonly number[]): void;
  end(): void;
}

/** Subscribes to updates of sites: at once for the first sites, debounced for changes. */
function subscribeSites(onChange: (updates: readonly SiteUpdate[]) => void): LiveSites {
  let shown: ReadonlySet<number> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listener = {
    topics: [] as string[],
    accepts: (topic: string) => topic === 'site',
    handle({ payload }: { payload: unknown }) {
      // This topic carries only site updates. Other tabs may show other sites on the same connection.
      const updates = (payload as SiteUpdate[]).filter(({ siteId }) => shown.has(siteId));
      if (updates.length > 0) onChange(updates);
    },
  };
  const registration = addListener(listener);
  const subscribe = () => {
    timer = undefined;
    listener.topics = [...shown].map((id) => `site:${id}`);
    registration.topicsChanged();
  };
  return {
    show(ids) {
      // The order of the sites does not matter.
      if (ids.length === shown.size && ids.every((id) => shown.has(id))) return;
      const isFirst = shown.size === 0;
      shown = new Set(ids);
      clearTimeout(timer);
      timer = isFirst ? undefined : setTimeout(subscribe, debounceMs);
      if (isFirst) subscribe();
    },
    end() {
      clearTimeout(timer);
      registration.end();
    },
  };
}

/**
 * Calls the handler, at most once a second, with updates of the given sites. After a lost connection (`useReconnect`) the
 * snapshot has to be read again, because the server keeps no site updates.
 */
export function useLiveSites(
  ids: readonly number[],
  onChange: (updates: readonly SiteUpdate[]) => void,
): void {
  const handle = useEffectEvent(onChange);
  const sites = useRef<LiveSites>(undefined);
  useEffect(() => {
    const subscription = subscribeSites((updates) => handle(updates));
    sites.current = subscription;
    return subscription.end;
  }, []);
  const key = ids.join();
  const show = useEffectEvent(() => sites.current?.show(ids));
  useEffect(() => show(), [key]);
}

/** Calls the handler when a lost connection is open again. */
export function useReconnect(onReturn: () => void): void {
  const handle = useEffectEvent(onReturn);
  useEffect(() => {
    let wasLost = false;
    return useLiveStatus.subscribe(({ state }) => {
      if (state === 'open' && wasLost) handle();
      // `connecting` is neither open nor lost.
      if (state !== 'connecting') wasLost = state === 'lost' || state === 'off';
    });
  }, []);
}
