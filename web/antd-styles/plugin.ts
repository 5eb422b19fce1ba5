import type { Plugin } from 'vite';
import { removeComponents } from './remove-components.ts';
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

const sheet = /[\\/]antd[\\/]dist[\\/]antd\.css$/;
const styleModule = /[\\/]antd[\\/]es[\\/](?:[\w-]+[\\/]style[\\/]|_util[\\/]wave[\\/]style)/;

/**
 * Antd's styles as a static sheet instead of JavaScript that writes them at every start of the page; the theme only
 * sets their variables (`zeroRuntime`). Leaves out the rules of unused components, and the functions that would write
 * the styles.
 */
export function antdStyles(): Plugin[] {
  return [
    {
      name: 'limpid:antd-sheet',
      enforce: 'pre',
      transform(code, id) {
        if (!sheet.test(id.split('?')[0] ?? '')) return undefined;
        return { code: removeComponents(code, Object.values(unusedComponents)), map: null };
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
        if (!styleModule.test(id)) return undefined;
        return { code: removeStyleFunctions(code), map: null };
      },
    },
  ];
}
