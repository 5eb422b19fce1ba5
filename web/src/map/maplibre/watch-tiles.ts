import type { Map as MapLibre } from 'maplibre-gl';
import { tileTimeoutMs } from '../fetch-tile.ts';
import type { Listeners } from '../listeners.ts';
import { describeTrouble, TileError } from '../tile-trouble.ts';
import type { OperatorTiles } from './operator-tiles.ts';

/** Maps have gaps: so many tiles without contents, and no other, mean that the address is wrong. */
const manyGaps = 6;
/** So many failures in a row are no accident. */
const manyFailures = 3;

/** Reports once that the embedded map cannot be read. */
export function watchBasemap(map: MapLibre, listeners: Listeners): void {
  const watch = watchSource(map, 'basemap', () => listeners.emit('tilesMissing', null));
  map.on('remove', watch.end);
}

interface WatchedTiles {
  /** The name of the map. */
  name: string;
  tiles: OperatorTiles;
  /** Removes the tiles. Browsers limit parallel requests per server: pending tiles would block all other requests. */
  giveUp: () => void;
}

/** Reports that tiles of the operator fail, and why, until one loads. Single failures and gaps are not reported. */
export function watchOperatorTiles(
  map: MapLibre,
  listeners: Listeners,
  { name, tiles, giveUp }: WatchedTiles,
): void {
  const report = (error: unknown) => {
    listeners.emit('tilesMissing', describeTrouble(name, error));
    if (error instanceof TileError && error.reason === 'silent') giveUp();
  };
  if (tiles.listen) {
    const count = countFailures(report, () => listeners.emit('tilesBack', undefined));
    // Without a listener, the map engine prints every tile that fails.
    map.on('error', () => undefined);
    map.on('idle', count.settle);
    tiles.listen(count.add);
    return;
  }
  const timer = setTimeout(() => watch.hasLoaded() || report(new TileError('silent')), tileTimeoutMs);
  const watch = watchSource(map, 'tiles', (error) => {
    clearTimeout(timer);
    report(error);
  });
  map.on('remove', () => clearTimeout(timer));
}

const isGap = ({ reason }: TileError) => reason === 'missing' || reason === 'empty';
/** All tiles share these causes, and a silent server must not take up the connections of the page. */
const isCertain = ({ reason }: TileError) =>
  reason === 'silent' || reason === 'blocked' || reason === 'elsewhere';

/** Decides from one tile after the other whether the server works. */
function countFailures(report: (error: TileError) => void, withdraw: () => void) {
  let [hasLoaded, isReported, failures, gaps] = [false, false, 0, 0];
  let last: TileError | undefined;
  const decide = (error: TileError, isEnough: boolean) => {
    if (isReported || !isEnough) return;
    isReported = true;
    report(error);
  };
  return {
    add(error: TileError | undefined) {
      if (error && isGap(error)) {
        if (!hasLoaded) decide(error, ++gaps >= manyGaps);
      } else if (error) {
        last = error;
        failures++;
        decide(error, failures >= manyFailures || (!hasLoaded && isCertain(error)));
      } else {
        if (isReported) withdraw();
        [hasLoaded, isReported, failures, last] = [true, false, 0, undefined];
      }
    },
    /** A view of few tiles is complete, and none of them has come. */
    settle() {
      if (last && !hasLoaded) decide(last, true);
    },
  };
}

/** Follows a source that the map engine reads by itself. */
function watchSource(map: MapLibre, source: string, onError: (error: unknown) => void) {
  let [isOver, isLoaded] = [false, false];
  map.on('error', (event) => {
    if (isOver || isLoaded || !('sourceId' in event) || event.sourceId !== source) return;
    isOver = true;
    onError(event.error);
  });
  map.on('sourcedata', (event) => {
    if (event.sourceId === source && event.tile) isLoaded = true;
  });
  return {
    hasLoaded: () => isLoaded,
    end: () => {
      isOver = true;
    },
  };
}
