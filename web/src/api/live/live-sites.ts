import type { SiteNews } from '@limpid/contract/map/news';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addListener, useLiveStatus } from './live.ts';

/** While a map is being moved its sites change many times a second: what is shown in the end is what counts. */
const settleMs = 250;

interface LiveSites {
  /** From now on these are shown. */
  show(ids: readonly number[]): void;
  end(): void;
}

/** Tells what becomes of sites. The first are shown at once; who shows others again and again is asked after a pause. */
function subscribeSites(onChange: (news: readonly SiteNews[]) => void): LiveSites {
  let shown: ReadonlySet<number> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listener = {
    topics: [] as string[],
    hears: (topic: string) => topic === 'site',
    handle({ payload }: { payload: unknown }) {
      // Under this topic the server sends nothing else. Other tabs may show other sites on the same connection.
      const own = (payload as SiteNews[]).filter(({ siteId }) => shown.has(siteId));
      if (own.length > 0) onChange(own);
    },
  };
  const listening = addListener(listener);
  const ask = () => {
    timer = undefined;
    listener.topics = [...shown].map((id) => `site:${id}`);
    listening.changed();
  };
  return {
    show(ids) {
      // The same in another order: a list that is sorted by what changes.
      if (ids.length === shown.size && ids.every((id) => shown.has(id))) return;
      const isFirst = shown.size === 0;
      shown = new Set(ids);
      clearTimeout(timer);
      timer = isFirst ? undefined : setTimeout(ask, settleMs);
      if (isFirst) ask();
    },
    end() {
      clearTimeout(timer);
      listening.end();
    },
  };
}

/**
 * Calls the handler, at most once a second, with what has become of the sites that are shown. After the connection was lost
 * (`useLiveReturn`) the snapshot has to be read again: nothing is kept for those who are away.
 */
export function useLiveSites(ids: readonly number[], onChange: (news: readonly SiteNews[]) => void): void {
  const handle = useEffectEvent(onChange);
  const sites = useRef<LiveSites>(undefined);
  useEffect(() => {
    const own = subscribeSites((news) => handle(news));
    sites.current = own;
    return own.end;
  }, []);
  const key = ids.join();
  const show = useEffectEvent(() => sites.current?.show(ids));
  useEffect(() => show(), [key]);
}

/** Calls the handler when the connection is there again after it was lost. */
export function useReconnect(onReturn: () => void): void {
  const handle = useEffectEvent(onReturn);
  useEffect(() => {
    let wasLost = false;
    return useLiveStatus.subscribe(({ state }) => {
      if (state === 'open' && wasLost) handle();
      // While it is being opened it is neither.
      if (state !== 'connecting') wasLost = state === 'lost' || state === 'off';
    });
  }, []);
}
