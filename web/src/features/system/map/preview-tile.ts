import { previewTile, testTileAddress } from '@limpid/contract/system/map-settings';
import { call, sendRequest } from '../../../api/call.ts';
import { type FetchTile, fetchTile } from '../../../map/fetch-tile.ts';
import { TileError, type TroubleCause } from '../../../map/tile-trouble.ts';

const causes: readonly TroubleCause[] = [
  'refused',
  'missing',
  'limited',
  'failed',
  'page',
  'empty',
  'unknown',
];

/** Fetches tiles of a map that is not saved yet through the server: this page may not load from its host. */
export function makePreviewFetch(): FetchTile {
  let reason: Promise<TileError> | undefined;
  return async (url, signal) => {
    if (new URL(url, location.href).origin === location.origin) return fetchTile(url, signal);
    const response = await sendRequest(previewTile, { body: { url }, signal });
    const isTile = !response.headers.get('content-type')?.includes('application/json');
    if (isTile) return response.arrayBuffer();
    // Asked once: all tiles fail for the same reason.
    reason ??= findReason(url);
    throw await reason;
  };
}

async function findReason(url: string): Promise<TileError> {
  const trial = await call(testTileAddress, { body: { url }, quiet: true }).catch(() => undefined);
  const cause = causes.find((one) => one === trial?.outcome);
  if (cause) return new TileError(cause, trial?.status);
  return new TileError(trial?.error === 'timeout' ? 'silent' : 'network');
}
