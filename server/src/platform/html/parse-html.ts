import { AppError } from '@limpid/contract/errors';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export interface HtmlLimits {
  /** Elements, texts and comments. Unclosed formatting is repeated in every paragraph: nodes can outnumber tags. */
  nodes: number;
  /** Nesting depth of elements. */
  depth: number;
  /** Length of the result in characters. */
  length: number;
}

export function tooComplex(): AppError {
  return new AppError('rich_text.too_complex');
}

/** Parses like a browser, and throws as soon as a limit is exceeded. */
export function parseHtml(html: string, limits: HtmlLimits): Node[] {
  let nodes = 0;
  let depth = 0;
  const count = () => {
    if (++nodes > limits.nodes) throw tooComplex();
  };
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...given) {
      count();
      return defaultTreeAdapter.createElement(...given);
    },
    createCommentNode(...given) {
      count();
      return defaultTreeAdapter.createCommentNode(...given);
    },
    insertText(...given) {
      count();
      defaultTreeAdapter.insertText(...given);
    },
    insertTextBefore(...given) {
      count();
      defaultTreeAdapter.insertTextBefore(...given);
    },
    onItemPush() {
      if (++depth > limits.depth) throw tooComplex();
    },
    onItemPop() {
      depth--;
    },
  };
  return parseFragment(html, { treeAdapter }).childNodes;
}
