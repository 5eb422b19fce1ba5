import { MINUTE_MS } from '@limpid/contract/durations';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Listeners } from '../listeners.ts';
import type { TroubledMap } from '../tile-trouble.ts';
import type { OperatorTiles } from './operator-tiles.ts';
import { keepTrouble, watchBasemap, watchOperatorTiles } from './watch-tiles.ts';

/** Failing tiles are tried again after this time, which doubles up to the longest. */
const [firstRetryMs, longestRetryMs] = [MINUTE_MS, 5 * MINUTE_MS];

interface OpenMap {
  map: MapLibre;
  listeners: Listeners;
  /** Undefined for the embedded map alone. */
  showTiles: (tiles: OperatorTiles | undefined) => void;
}

interface Opening extends TroubledMap {
  /** Begun before the map was open. */
  first: Promise<OperatorTiles>;
  open: () => Promise<OperatorTiles>;
}

/** Shows the operator's tiles when they are open, reports why they fail, and brings them back when their server does. */
export function followTiles(
  { map, listeners, showTiles }: OpenMap,
  { first, open, ...troubled }: Opening,
): void {
  let [isRemoved, isOpening, delay] = [false, false, firstRetryMs];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: { tiles: OperatorTiles; stopWatching: () => void } | undefined;
  const trouble = keepTrouble(listeners, troubled);

  const close = () => {
    if (!shown) return;
    shown.stopWatching();
    showTiles(undefined);
    shown.tiles.release();
    shown = undefined;
  };
  // Tiles that are kept are opened again too: the engine asks for none of them while the view stands still.
  const fail = (error: unknown) => {
    trouble.report(error);
    clearTimeout(timer);
    timer = setTimeout(retry, delay);
    delay = Math.min(longestRetryMs, delay * 2);
  };
  const show = (tiles: OperatorTiles) => {
    close();
    showTiles(tiles);
    const stopWatching = watchOperatorTiles(map, {
      ...troubled,
      tiles,
      report: fail,
      withdraw() {
        clearTimeout(timer);
        delay = firstRetryMs;
        trouble.withdraw();
      },
      giveUp: close,
    });
    shown = { tiles, stopWatching };
  };
  const follow = async (opening: Promise<OperatorTiles>) => {
    isOpening = true;
    try {
      const tiles = await opening;
      if (isRemoved) tiles.release();
      else show(tiles);
    } catch (error) {
      // The caller of the mount listens from the next task on.
      await new Promise((done) => setTimeout(done));
      if (isRemoved) return;
      fail(error);
    } finally {
      isOpening = false;
    }
  };
  function retry() {
    clearTimeout(timer);
    if (!isOpening) void follow(open());
  }
  const retryOnline = () => trouble.isStanding() && retry();

  // Without a listener, the map engine prints every tile that fails.
  map.on('error', () => undefined);
  window.addEventListener('online', retryOnline);
  map.on('remove', () => {
    isRemoved = true;
    shown?.tiles.release();
    clearTimeout(timer);
    window.removeEventListener('online', retryOnline);
  });
  first.catch(() => isRemoved || watchBasemap(map, listeners));
  void follow(first);
}
