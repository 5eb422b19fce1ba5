import { useEffect, useSyncExternalStore } from 'react';

const restAfter = 4_000;

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Hides the pointer while nobody moves it. */
function watchPointer(): () => void {
  const root = document.documentElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    delete root.dataset['resting'];
    clearTimeout(timer);
    timer = setTimeout(() => (root.dataset['resting'] = ''), restAfter);
  };
  wake();
  addEventListener('pointermove', wake, { passive: true });
  return () => {
    removeEventListener('pointermove', wake);
    clearTimeout(timer);
    delete root.dataset['resting'];
  };
}

/** Keeps the screen lit; the browser lets go whenever the page is hidden, so it is asked again after that. */
function keepLit(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const ask = () => {
    // An old browser, plain http or an empty battery: the screen then dims as it always did.
    if (document.visibilityState === 'visible')
      lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    document.removeEventListener('visibilitychange', ask);
    void lock?.then((held) => held?.release());
  };
}

/** Whether the page fills the screen; while it does, it behaves as a picture on a wall. */
export function useWallScreen(): boolean {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  useEffect(() => {
    if (!isFull) return undefined;
    const ends = [watchPointer(), keepLit()];
    return () => {
      for (const end of ends) end();
    };
  }, [isFull]);
  return isFull;
}
