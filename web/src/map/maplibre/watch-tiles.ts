import type { Map as MapLibre } from 'maplibre-gl';
import { tileTimeoutMs } from '../fetch-tile.ts';
import type { Listeners } from '../listeners.ts';
import { describeTrouble, TileError, type TroubledMap } from '../tile-trouble.ts';
import type { OperatorTiles } from './operator-tiles.ts';

/** Maps have gaps: so many tiles without contents, and no other, mean that the address is wrong. */
const manyGaps = 6;
/** So many failures in a row are no accident. */
const manyFailures = 3;

/** Reports once that the embedded map cannot be read. */
export function watchBasemap(map: MapLibre, listeners: Listeners): void {
  let isOver = false;
  map.on('remove', () => {
    isOver = true;
  });
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (sourceId === 'basemap' && tile) isOver = true;
  });
  map.on('error', (event) => {
    if (isOver || !('sourceId' in event) || event.sourceId !== 'basemap') return;
    isOver = true;
    listeners.emit('tilesMissing', null);
  });
}

interface KeptTrouble {
  isStanding: () => boolean;
  report: (error: unknown) => void;
  withdraw: () => void;
}

/** Reports a trouble of tiles once, however often they are opened again, until it is withdrawn. */
export function keepTrouble(listeners: Listeners, troubled: TroubledMap): KeptTrouble {
  let standing: string | undefined;
  return {
    isStanding: () => standing !== undefined,
    report(error) {
      const trouble = describeTrouble(troubled, error);
      if (JSON.stringify(trouble) === standing) return;
      standing = JSON.stringify(trouble);
      listeners.emit('tilesMissing', trouble);
    },
    withdraw() {
      if (standing === undefined) return;
      standing = undefined;
      listeners.emit('tilesBack', undefined);
    },
  };
}

interface WatchedTiles extends TroubledMap, Omit<KeptTrouble, 'isStanding'> {
  tiles: Pick<OperatorTiles, 'listen'>;
  /** Removes the tiles. Browsers limit parallel requests per server: pending tiles would block all other requests. */
  giveUp: () => void;
}

/**
 * Reports that tiles of the operator fail, and why, until one loads. Single failures and gaps are not reported. Returns a function
 * that ends the watch.
 */
export function watchOperatorTiles(
  map: MapLibre,
  { tiles, report, withdraw, giveUp, ...troubled }: WatchedTiles,
): () => void {
  const count = countFailures((error) => {
    report(error);
    if (error.reason === 'silent') giveUp();
  }, withdraw);
  const idle = map.on('idle', count.settle);
  const stopFile = tiles.listen ? undefined : watchFile(map, troubled, count);
  tiles.listen?.(count.add);
  return () => {
    idle.unsubscribe();
    stopFile?.();
    // Answers that are still under way do not bring the tiles back.
    tiles.listen?.(() => undefined);
  };
}

/** Follows a file of tiles, which the map engine reads by itself. */
function watchFile(
  map: MapLibre,
  troubled: TroubledMap,
  { add, hasLoaded }: ReturnType<typeof countFailures>,
): () => void {
  const timer = setTimeout(() => hasLoaded() || add(new TileError('silent')), tileTimeoutMs);
  const listening = [
    map.on('remove', () => clearTimeout(timer)),
    map.on('error', (event) => {
      if (!('sourceId' in event) || event.sourceId !== 'tiles') return;
      const { cause, status } = describeTrouble(troubled, event.error);
      // A file without a tile is read well; only an answer of its server says that the file is gone.
      if (hasLoaded() && status === 0) return;
      add(new TileError(cause === 'missing' ? 'failed' : cause, status));
    }),
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === 'tiles' && tile) add(undefined);
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const one of listening) one.unsubscribe();
  };
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
    hasLoaded: () => hasLoaded,
    add(error: TileError | undefined) {
      if (error && isGap(error)) {
        if (!hasLoaded) decide(error, ++gaps >= manyGaps);
      } else if (error) {
        last = error;
        failures++;
        decide(error, failures >= manyFailures || (!hasLoaded && isCertain(error)));
      } else {
        if (isReported || !hasLoaded) withdraw();
        [hasLoaded, isReported, failures, last] = [true, false, 0, undefined];
      }
    },
    /** A view of few tiles is complete, and none of them has come. */
    settle() {
      if (last && !hasLoaded) decide(last, true);
    },
  };
}
