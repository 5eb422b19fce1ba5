import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { antdStyles } from './antd-styles/plugin.ts';
import { basemap } from './basemap/plugin.ts';
import { leaveOutServerErrors } from './console-errors/plugin.ts';
import { mapEngine } from './map-engine/plugin.ts';
import { homeAreas } from './src/app/home-areas.ts';

const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const minCompressedBytes = 1024;

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
          if (content.length < minCompressedBytes) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

/**
 * Converts pixels of style sheets to rem, so that everything except hairlines scales with the root font on wall
 * screens. Conditions of `@media` keep real pixels.
 */
function convertPixelsToRem(): Plugin {
  return {
    name: 'limpid:convert-pixels-to-rem',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]web[\\/]src[\\/].*\.css$/.test(id.split('?')[0] ?? '')) return undefined;
      const converted = code.replace(/@media[^{]*|(?<![\w.])(\d*\.?\d+)px/g, (text, pixels?: string) =>
        pixels === undefined || Number(pixels) < 3 ? text : `${Number(pixels) / 16}rem`,
      );
      return { code: converted, map: null };
    },
  };
}

/** Modules of the shell and its map; lists and forms need many more. */
const shellParts = [
  'node_modules/(?:@tanstack|dayjs)/',
  'antd/es/(?:avatar|badge|drawer|dropdown|flex|menu|modal|pagination|popover|progress|radio|segmented|select|slider|tag)/',
  '@ant-design/.*/(?:Apartment|Download|Setting|Upload)Outlined',
  'web/src/ui/(?:EllipsisText|EmptyState|ErrorState|IconButton|MarkedName|StatusDot|fullscreen|page-name|rich-text/(?:RichText|clean-fragment)|use-escape|use-focus-return|use-stable-callback)',
  'web/src/features/data/realtime/sound-choice',
  'web/src/(?:map/map-settings|lib/(?:format|dates)|api/(?:work|use-personal-choice)|resource/use-language)',
];
/** Modules that the map and many screens need: channels, values, indices, and addresses with a query. */
const airParts = [
  '/aqi/src/',
  'web/src/(?:air|api)/',
  'web/src/query/(?:state/(?:query|use-address|use-address-part)|channel/(?:read-channel|use-channels)|links/(?:screen-links|ScreenMenu))\\.tsx?',
  'web/src/lib/share-percent',
  'web/src/charts/(?:Chart|charts\\.module|chart-option|trend-option|level-bands|tip-look|draw-tip|time-axis|time-frame|use-chart-look|value-range)\\.',
  'web/src/(?:resource/use-map-appearance|ui/(?:Dialog|use-surrounding-theme|use-width))',
  // Active alarms.
  'web/src/(?:query/alarms/|ui/severity/|lib/comparison|resource/(?:fields/use-dict|row/(?:row|use-resource-writes|DateTimeText))\\.)',
  // Fog cannons.
  'web/src/query/cannons/use-cannon-changes\\.',
  // Commands to devices.
  'web/src/(?:query/commands/(?:may-order|device-address)|resource/row/use-dialog)\\.',
];
/** Modules that the map, the wall screen and the page of a site share, and need without the kit. */
const sitesParts = [
  'web/src/features/map/(?:map-view|panel-parts|site-line|scale/|sites/|sites-panel/|references/)',
  'web/src/features/map/site-panel/(?:IndexCard|site-panel\\.module)',
];
/** The map engine and its packages. */
const engineParts = [
  'node_modules/(?:maplibre-gl|@maplibre|@mapbox|bidi-js|earcut|gl-matrix|kdbush|murmurhash-js|pbf|potpack)/',
  'node_modules/(?:quickselect|tinyqueue)/',
];
const matchParts = (parts: readonly string[]) =>
  new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));
const matchTexts = (language: string, names: string) =>
  new RegExp(String.raw`[\\/]i18n[\\/]${language}[\\/](?:${names})\.json$`);
const inEngine = matchParts(engineParts);
const inShell = matchParts(shellParts);
const inAir = matchParts(airParts);
const inSites = matchParts(sitesParts);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    antdStyles(),
    convertPixelsToRem(),
    basemap(),
    mapEngine(),
    leaveOutServerErrors(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Data URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // The error log finds source positions with them; the server does not serve them.
    sourcemap: 'hidden',
    // The map engine is one large module, loaded with the first map.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Some web servers send .mjs with a wrong media type, with which workers do not start.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.mjs') ? 'assets/[name]-[hash].js' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // One chunk per shared part would be sixty requests for a page.
          groups: [
            // Changes only with updates of these libraries, so that browsers keep it in their cache.
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
            // What the map engine needs in the page and in its worker.
            { name: 'map-engine', test: inEngine, minShareCount: 2 },
            // Needed by every page; the worker of the map is no page.
            { name: 'start', tags: ['$initial'], test: (id) => !inEngine.test(id) },
            // Needed by the login, without the modules that only screens share.
            {
              name: 'form',
              test: /node_modules[\\/](?:antd[\\/]es[\\/](?:form|input|checkbox|alert)[\\/]|@ant-design[\\/].*MobileOutlined)/,
            },
            // Contract modules depend on each other at load time; spread over several chunks, circular imports would fail.
            { name: 'contract', test: /[\\/]contract[\\/]src[\\/]/ },
            { name: 'shell', test: inShell },
            { name: 'icons', test: /@ant-design[\\/]icons/, minShareCount: 2 },
            // Separate, because a merge with other small chunks would pull in the kit.
            {
              name: 'locales',
              test: /node_modules[\\/](?:@babel[\\/]runtime|.*[\\/]locale)[\\/]/,
              minShareCount: 2,
            },
            { name: 'menu-icons', test: /[\\/]web[\\/]src[\\/]ui[\\/]icon[\\/]MenuIcon/ },
            { name: 'map', test: /[\\/]web[\\/]src[\\/]map[\\/]/, minShareCount: 2 },
            // What the map has in common with many screens, and needs without the kit.
            { name: 'air', test: inAir, minShareCount: 2 },
            { name: 'sites', test: inSites, minShareCount: 2 },
            { name: 'kit', minShareCount: 10 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
            // Two chunks of texts per language instead of one per area.
            ...['zh', 'en', 'fr'].flatMap((language) => [
              { name: `home-texts-${language}`, test: matchTexts(language, homeAreas.join('|')) },
              { name: `other-texts-${language}`, test: matchTexts(language, '(?!shell\\.)[\\w-]+') },
            ]),
          ],
        },
      },
    },
  },
  server: { proxy: { '/prod-api': { target: `http://127.0.0.1:${process.env['PORT'] ?? 8080}`, ws: true } } },
});
