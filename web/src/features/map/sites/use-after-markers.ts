import { useEffect, useState } from 'react';

/** Markers and tiles come first. */
const delayMs = 2500;

/** True once markers have been drawn for a while: what stands beside the values of sites may be requested. */
export function useAfterMarkers(areMarkersDrawn: boolean): boolean {
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (!areMarkersDrawn) return undefined;
    const timer = setTimeout(() => want(true), delayMs);
    return () => clearTimeout(timer);
  }, [areMarkersDrawn]);
  return isWanted;
}
