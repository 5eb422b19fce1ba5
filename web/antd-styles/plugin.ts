import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { keepComponent, removeComponents } from './remove-components.ts';
import { removeStyleFunctions } from './remove-style-functions.ts';

/** Components of antd that no screen uses, with the class that their rules begin with. */
const unusedComponents: Record<string, string> = {
  anchor: 'anchor',
  'back-top': 'back-top',
  'border-beam': 'border-beam',
  calendar: 'picker-calendar',
  carousel: 'carousel',
  cascader: 'cascader',
  'float-button': 'float-btn',
  image: 'image',
  layout: 'layout',
  list: 'list',
  listy: 'listy',
  masonry: 'masonry',
  mentions: 'mentions',
  rate: 'rate',
  result: 'result',
  splitter: 'splitter',
  statistic: 'statistic',
  steps: 'steps',
  timeline: 'timeline',
  tour: 'tour',
  transfer: 'transfer',
};

/** Components of lists and forms, with their class: their rules are loaded with them instead of with every page. */
const laterComponents: Record<string, string> = {
  card: 'card',
  collapse: 'collapse',
  'color-picker': 'color-picker',
  'date-picker': 'picker',
  descriptions: 'descriptions',
  'input-number': 'input-number',
  pagination: 'pagination',
  table: 'table',
  tabs: 'tabs',
  tree: 'tree',
  'tree-select': 'select-tree',
  upload: 'upload',
};

const wholeSheet = createRequire(import.meta.url).resolve('antd/dist/antd.css');
const sheet = /[\\/]antd[\\/]dist[\\/]antd\.css$/;
const styleModule = /[\\/]antd[\\/]es[\\/](?:([\w-]+)[\\/]style[\\/]|_util[\\/]wave[\\/]style)/;
const laterSheet = /[\\/]antd[\\/]dist[\\/]later-([\w-]+)\.css$/;

/**
 * Antd's styles as a static sheet instead of JavaScript that writes them at every start of the page; the theme only
 * sets their variables (`zeroRuntime`). Leaves out the rules of unused components, and the functions that would write
 * the styles.
 */
export function antdStyles(): Plugin[] {
  let isBuild = false;
  return [
    {
      name: 'limpid:antd-sheet',
      enforce: 'pre',
      config(_config, { command }) {
        isBuild = command === 'build';
      },
      transform(code, id) {
        if (!sheet.test(id.split('?')[0] ?? '')) return undefined;
        const others = { ...unusedComponents, ...(isBuild && laterComponents) };
        return { code: removeComponents(code, Object.values(others)), map: null };
      },
      generateBundle(_options, bundle) {
        const modules = Object.values(bundle).flatMap((part) =>
          part.type === 'chunk' ? part.moduleIds : [],
        );
        const used = modules.map((id) => /[\\/]antd[\\/]es[\\/]([\w-]+)[\\/]style[\\/]/.exec(id)?.[1]);
        const wrong = Object.keys(unusedComponents).filter((component) => used.includes(component));
        if (wrong.length > 0) this.error(`used components of antd are listed as unused: ${wrong.join(', ')}`);
      },
    },
    {
      name: 'limpid:antd-style-functions',
      apply: 'build',
      transform(code, id) {
        const [found, component = ''] = styleModule.exec(id) ?? [];
        if (found === undefined) return undefined;
        const rules = component in laterComponents ? `import 'antd/dist/later-${component}.css';\n` : '';
        return { code: rules + removeStyleFunctions(code), map: null };
      },
      resolveId(id, importer) {
        return importer && laterSheet.test(`/${id}`) ? join(dirname(wholeSheet), basename(id)) : undefined;
      },
      async load(id) {
        const component = laterSheet.exec(id)?.[1] ?? '';
        const name = laterComponents[component];
        return name === undefined ? undefined : keepComponent(await readFile(wholeSheet, 'utf8'), name);
      },
    },
  ];
}
