import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildBasemap } from './build-basemap.ts';
import { listCityNames, readPlaces } from './places.ts';

const maxZoom = 7;
const [, , mapFile, citiesFile] = process.argv;

if (mapFile === undefined || citiesFile === undefined)
  throw new Error('Usage: node web/basemap/main.ts MAP_FILE CITIES_FILE');
const places = readPlaces();
write(citiesFile, JSON.stringify(listCityNames(places)));
write(mapFile, buildBasemap(places, maxZoom));

/** Written under a temporary name first, so that an interrupted build leaves no incomplete file. */
function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, content);
  renameSync(half, file);
}
