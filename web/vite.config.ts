import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './basemap/plugin.ts';

const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const worthwhile = 1024;

/** Writes `.br` and `.gz` beside every text asset, so that the server never compresses twice. */
function precompress(): Plugin {
  return {
    name: 'limpid:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(
        files.map(async (file) => {
          const path = join(file.parentPath, file.name);
          const content = await readFile(path);
          if (content.length < worthwhile) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

/**
 * Style sheets are written in the pixels of a desk screen; on a wall screen everything but hair lines grows with the
 * root font. Conditions of `@media` are about real pixels.
 */
function growWithRoot(): Plugin {
  return {
    name: 'limpid:grow-with-root',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]web[\\/]src[\\/].*\.css$/.test(id.split('?')[0] ?? '')) return undefined;
      const grown = code.replace(/@media[^{]*|(?<![\w.])(\d*\.?\d+)px/g, (text, pixels?: string) =>
        pixels === undefined || Number(pixels) < 3 ? text : `${Number(pixels) / 16}rem`,
      );
      return { code: grown, map: null };
    },
  };
}

/** What the shell and the map inside it need; lists and their forms need much more. */
const shellParts = [
  'node_modules/(?:@tanstack|dayjs)/',
  'antd/es/(?:avatar|badge|drawer|dropdown|menu|modal|pagination|popover|progress|radio|segmented|select|slider|tag)/',
  '@ant-design/.*/(?:Apartment|Download|Setting|Upload)Outlined',
  'web/src/ui/(?:EllipsisText|EmptyState|ErrorState|IconButton|MarkedName|StatusDot|use-escape|use-focus-return)',
  'web/src/(?:map/map-settings|lib/(?:format|dates)|api/(?:work|use-personal-choice)|resource/use-language)',
];
const inShell = new RegExp(shellParts.join('|').replaceAll('/', String.raw`[\\/]`));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), growWithRoot(), basemap(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Data addresses would need their own exception in the content security policy.
    assetsInlineLimit: 0,
    // For the error log, which finds the source of what went wrong; the server does not hand them out.
    sourcemap: 'hidden',
    // The engine of the map is one piece, and comes with the first map only.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Not every web server knows that a module may end in .mjs, and a worker of another type does not start.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.mjs') ? 'assets/[name]-[hash].js' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // A file for every part that two screens share would be sixty requests for a page.
          groups: [
            // Changes with an update of the library only, so that a release does not cost a returning visitor it.
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
            // What every page needs.
            { name: 'start', tags: ['$initial'] },
            // What the login needs besides, apart from the rest that nearly all screens share.
            {
              name: 'form',
              test: /node_modules[\\/](?:antd[\\/]es[\\/](?:form|input|checkbox|alert)[\\/]|@ant-design[\\/].*MobileOutlined)/,
            },
            // Facts that are worked out from each other as they load: spread over files that need each other, some would
            // find the others not there yet.
            { name: 'contract', test: /[\\/]contract[\\/]src[\\/]/ },
            { name: 'shell', test: inShell },
            { name: 'icons', test: /@ant-design[\\/]icons/, minShareCount: 2 },
            // Merged with what is small elsewhere, they would bring the kit along.
            { name: 'menu-icons', test: /[\\/]web[\\/]src[\\/]ui[\\/]icon[\\/]MenuIcon/ },
            { name: 'map', test: /[\\/]web[\\/]src[\\/]map[\\/]/, minShareCount: 2 },
            { name: 'kit', minShareCount: 10 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
            // What the screens say, in one piece for each language: a file for each area would be a request for each.
            ...['zh', 'en', 'fr'].map((language) => ({
              name: `texts-${language}`,
              test: new RegExp(`[\\\\/]i18n[\\\\/]${language}[\\\\/](?!shell\\.)[\\w-]+\\.json$`),
            })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/prod-api': { target: `http://127.0.0.1:${process.env['PORT'] ?? 8080}`, ws: true } } },
});
