import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * One and the same function from drawing to drawing, which does what the newest one would do: whoever is given it
 * need not be drawn again for it. For what people do, not for what is drawn.
 */
export function useStableCallback<Parts extends unknown[]>(newest: (...parts: Parts) => void) {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...parts: Parts) => latest.current(...parts), []);
}
