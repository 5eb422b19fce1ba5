import { type AddProtocolAction, addProtocol } from 'maplibre-gl';
import { Protocol } from 'pmtiles';

type LoadedTile = ReturnType<AddProtocolAction>;

/** The files that the map engine reads by `pmtiles://` addresses; a file that is added again replaces one that failed. */
export const pmtilesFiles = new Protocol();
/** Tiles that were asked for before a map was open, by address. */
const early = new Map<string, LoadedTile>();

/** Asks for a tile that the map engine will want. */
export function loadEarly(url: string): void {
  const loaded: LoadedTile = pmtilesFiles.tile({ url, type: 'arrayBuffer' }, new AbortController());
  loaded.catch(() => early.delete(url));
  early.set(url, loaded);
}

addProtocol('pmtiles', (request, abort) => {
  const found = early.get(request.url);
  // The engine takes the bytes away with it.
  early.delete(request.url);
  return found ?? pmtilesFiles.tile(request, abort);
});
