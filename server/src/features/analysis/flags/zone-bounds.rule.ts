import { dayBounds } from '@limpid/contract/local-time';

interface Bounds {
  from: number;
  to: number;
}

/** Bounds on the clock of a zone, computed once for each: thousands of sites share a few zones. */
export function openZoneBounds(find: (zone: string) => Bounds): (zone: string) => Bounds {
  const known = new Map<string, Bounds>();
  return (zone) => {
    const bounds = known.get(zone) ?? find(zone);
    known.set(zone, bounds);
    return bounds;
  };
}

/** From the first to the last date on the clock of a zone. */
export function findDateBounds([first, last]: readonly [string, string], zone: string): Bounds {
  return { from: dayBounds(first, zone)[0], to: dayBounds(last, zone)[1] };
}
