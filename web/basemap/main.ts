import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildBasemap } from './build-basemap.ts';

const maxZoom = 7;
const [, , file] = process.argv;

if (file === undefined) throw new Error('Usage: node web/basemap/main.ts FILE');
const content = buildBasemap(maxZoom);
mkdirSync(dirname(file), { recursive: true });
// Written under a temporary name first, so that an interrupted build leaves no incomplete map.
const half = `${file}.${process.pid}`;
writeFileSync(half, content);
renameSync(half, file);
