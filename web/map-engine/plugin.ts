import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const engine = 'maplibre-gl';
/** The address of the worker's script, as `maplibre-map.ts` imports it. */
const workerUrl = `${engine}/dist/${engine}-worker.mjs?url`;

/**
 * Builds the map engine from its sources. The published files of page and worker contain a common half twice; built
 * together with the console, the browser loads that half once.
 */
export function mapEngine(): Plugin {
  const description = createRequire(import.meta.url).resolve(`${engine}/package.json`);
  const source = (path: string) => join(dirname(description), 'src', path);
  return {
    name: 'limpid:map-engine',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (id === engine) return source('index.ts');
      return id === workerUrl ? `\0${workerUrl}` : undefined;
    },
    transform(code, id) {
      if (!id.startsWith(source('')) || !id.endsWith('.ts')) return undefined;
      // Fields that are only declared must not reset what the constructor of the base class has set.
      return transformWithOxc(code, id, {
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      });
    },
    load(id) {
      if (id !== `\0${workerUrl}`) return undefined;
      const worker = this.emitFile({ type: 'chunk', id: source('source/worker.ts'), name: 'map-worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
    },
  };
}
