import {
  hiddenTags,
  isEditorClass,
  isSafeLink,
  isUploadedPicture,
  readColours,
  richTags,
} from '@limpid/contract/kit/rich-text';

/**
 * Rebuilds formatted text from allowed elements and attributes, so that no stored markup enters the page
 * unchecked.
 */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  // A separate document, in which nothing is loaded or executed.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  copyNodes(body, fragment);
  return fragment;
}

function copyNodes(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(document.createTextNode(node.data));
    else if (node instanceof HTMLElement && !hiddenTags.has(node.localName)) {
      const copy = richTags.has(node.localName) ? copyElement(node) : to;
      if (copy && copy !== to) to.appendChild(copy);
      if (copy) copyNodes(node, copy);
    }
  }
}

/** Undefined for a picture of another origin. */
function copyElement(node: HTMLElement): HTMLElement | undefined {
  const copy = document.createElement(node.localName);
  if (copy instanceof HTMLImageElement) {
    const address = node.getAttribute('src') ?? '';
    if (!isUploadedPicture(address)) return undefined;
    copy.src = address;
    copy.alt = node.getAttribute('alt') ?? '';
    return copy;
  }
  const address = node.getAttribute('href') ?? '';
  if (copy instanceof HTMLAnchorElement && isSafeLink(address)) {
    copy.href = address;
    copy.target = '_blank';
    copy.rel = 'noopener noreferrer';
  }
  for (const name of node.classList) if (isEditorClass(name)) copy.classList.add(name);
  // Through the CSSOM, because the content security policy forbids inline styles.
  const { colours } = readColours(node.getAttribute('style') ?? '');
  for (const [name, value] of colours) copy.style.setProperty(name, value);
  return copy;
}
