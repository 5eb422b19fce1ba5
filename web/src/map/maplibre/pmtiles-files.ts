import { addProtocol } from 'maplibre-gl';
import { Protocol } from 'pmtiles';

/** The files that the map engine reads by `pmtiles://` addresses; a file that is added again replaces one that failed. */
export const pmtilesFiles = new Protocol();
addProtocol('pmtiles', pmtilesFiles.tile);
