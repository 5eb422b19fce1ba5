import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function with a stable identity that calls the latest callback, so that memoised children do not render again. For
 * event handlers only, not during rendering.
 */
export function useStableCallback<Parts extends unknown[]>(newest: (...parts: Parts) => void) {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...parts: Parts) => latest.current(...parts), []);
}
