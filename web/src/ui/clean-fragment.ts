import { hiddenTags, isSafeLink, richTags } from '@limpid/contract/kit/rich-text';

/**
 * Formatted text rebuilt from what is allowed, element by element: nothing of the text becomes part of the page as
 * it stands, whoever stored it.
 */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  // A document of its own: nothing in it is fetched or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  copyNodes(body, fragment);
  return fragment;
}

function copyNodes(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(document.createTextNode(node.data));
    else if (node instanceof HTMLElement && !hiddenTags.has(node.localName)) {
      copyNodes(node, richTags.has(node.localName) ? to.appendChild(copyElement(node)) : to);
    }
  }
}

function copyElement(node: HTMLElement): HTMLElement {
  const copy = document.createElement(node.localName);
  const address = node.getAttribute('href') ?? '';
  if (copy instanceof HTMLAnchorElement && isSafeLink(address)) {
    copy.href = address;
    copy.target = '_blank';
    copy.rel = 'noopener noreferrer';
  }
  return copy;
}
