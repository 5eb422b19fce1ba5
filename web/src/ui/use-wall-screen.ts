import { useEffect, useLayoutEffect } from 'react';

const restAfter = 4_000;

/** Hides an idle pointer. */
function hideIdlePointer(): () => void {
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

/** Holds a wake lock; the browser releases it when the page is hidden, so it is requested again. */
function keepScreenOn(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const requestLock = () => {
    // Refused by old browsers, without https or at low battery; the screen then dims as usual.
    if (document.visibilityState === 'visible')
      lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  requestLock();
  document.addEventListener('visibilitychange', requestLock);
  return () => {
    document.removeEventListener('visibilitychange', requestLock);
    void lock?.then((held) => held?.release());
  };
}

/** Enlarges the type of a page that is a wall's, with or without full-screen mode. */
export function useWallType(): void {
  // Before the page is painted, because lengths in JavaScript follow the type.
  useLayoutEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      delete document.documentElement.dataset['wall'];
    };
  }, []);
}

/** Hides an idle pointer and keeps the screen on, while a page is shown that is seen from afar. */
export function useWallScreen(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const ends = [hideIdlePointer(), keepScreenOn()];
    return () => {
      for (const end of ends) end();
    };
  }, [isShown]);
}
