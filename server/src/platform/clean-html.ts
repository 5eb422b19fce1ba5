import { hiddenTags, isLook, isSafeLink, readColours, richTags } from '@limpid/contract/kit/rich-text';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What formatted text can lose: pictures and videos of others, what would act, and looks that are not known. */
export type Loss = 'picture' | 'video' | 'program' | 'look';

/** Where the pictures of a text are kept here, by the address it names. */
type Pictures = ReadonlyMap<string, string>;

/** Deeper nesting than people write; the words below it stay, without their form. */
const deepest = 40;
const single = new Set(['br', 'hr']);
const videos = new Set(['iframe', 'video', 'audio', 'object', 'embed']);
const programs = new Set(
  'script form input button select textarea svg math base meta link template noscript'.split(' '),
);
/** Boxes that have no look of their own. */
const plainBoxes = new Set('div section article main header footer tbody'.split(' '));

/**
 * Formatted text rebuilt from what a browser would make of it: only known elements, only safe links, all words.
 * Nothing of the input is copied as markup, so nothing unknown can survive. Says what was lost.
 */
export function cleanHtml(
  html: string,
  pictures: Pictures = new Map(),
): { html: string; losses: ReadonlySet<Loss> } {
  const writer = new CleanWriter(pictures);
  return { html: writer.writeNodes(parseFragment(html).childNodes, 0), losses: writer.losses };
}

/** The addresses of the pictures in a text, each once. */
export function listPictures(html: string): string[] {
  const found = new Set<string>();
  const waiting: Node[] = [...parseFragment(html).childNodes];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!('tagName' in next) || hiddenTags.has(next.tagName)) continue;
    if (next.tagName === 'img') found.add(attribute(next, 'src'));
    waiting.push(...next.childNodes.toReversed());
  }
  return [...found].filter((address) => address !== '');
}

class CleanWriter {
  readonly losses = new Set<Loss>();
  readonly #pictures: Pictures;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  writeNodes(nodes: readonly Node[], depth: number): string {
    return nodes.map((node) => this.#writeNode(node, depth)).join('');
  }

  #writeNode(node: Node, depth: number): string {
    if (node.nodeName === '#text' && 'value' in node) return escapeText(node.value);
    if (!('tagName' in node)) return '';
    const tag = node.tagName;
    this.#noticeLoss(node);
    if (videos.has(tag)) return writeWay(node, attribute(node, 'src') || attribute(node, 'data'));
    if (hiddenTags.has(tag)) return '';
    if (tag === 'img') return this.#writePicture(node);
    const inside = depth > deepest ? wordsOf(node) : this.writeNodes(node.childNodes, depth + 1);
    if (!richTags.has(tag) || depth > deepest) return tag === 'div' ? `<p>${inside}</p>` : inside;
    if (single.has(tag)) return `<${tag}>`;
    return `<${tag}${this.#writeAttributes(node)}>${inside}</${tag}>`;
  }

  #noticeLoss(node: Element): void {
    const tag = node.tagName;
    if (node.attrs.some(({ name }) => name.startsWith('on'))) this.losses.add('program');
    if (videos.has(tag)) this.losses.add('video');
    else if (programs.has(tag)) this.losses.add('program');
    else if (!richTags.has(tag) && !plainBoxes.has(tag)) this.losses.add('look');
  }

  /** Where a picture cannot be kept, the way to it is. */
  #writePicture(node: Element): string {
    const address = attribute(node, 'src');
    const own = this.#pictures.get(address);
    if (own !== undefined) {
      return `<img src="${escapeText(own)}" alt="${escapeText(attribute(node, 'alt'))}">`;
    }
    this.losses.add('picture');
    return writeWay(node, address);
  }

  #writeAttributes(node: Element): string {
    const link = node.tagName === 'a' ? describeLink(attribute(node, 'href')) : '';
    const names = attribute(node, 'class').split(/\s+/);
    const known = names.filter(isLook);
    const { colours, saysMore } = readColours(attribute(node, 'style'));
    if (saysMore || names.some((name) => name !== '' && !isLook(name))) this.losses.add('look');
    const style = [...colours].map(([name, value]) => `${name}: ${value};`).join(' ');
    return (
      link +
      (known.length > 0 ? ` class="${known.join(' ')}"` : '') +
      (style === '' ? '' : ` style="${escapeText(style)}"`)
    );
  }
}

function attribute(node: Element, wanted: string): string {
  return node.attrs.find(({ name }) => name === wanted)?.value.trim() ?? '';
}

function wordsOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return escapeText(node.value);
  const words: string[] = [];
  const waiting: Node[] = [node];
  // Without recursion: hostile text nests deeper than a stack is.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next) words.push(escapeText(next.value));
    else if ('tagName' in next && !hiddenTags.has(next.tagName))
      waiting.push(...next.childNodes.toReversed());
  }
  return words.join('');
}

function describeLink(address: string): string {
  if (!isSafeLink(address)) return '';
  return ` href="${escapeText(address)}" target="_blank" rel="noopener noreferrer"`;
}

/** The way to something that is not shown here itself. */
function writeWay(node: Element, address: string): string {
  if (!/^https?:/i.test(address) || !isSafeLink(address)) return '';
  const words = escapeText(address);
  return isInLink(node) ? words : `<a${describeLink(address)}>${words}</a>`;
}

function isInLink(node: Element): boolean {
  for (let above = node.parentNode; above; above = 'parentNode' in above ? above.parentNode : null) {
    if (above.nodeName === 'a') return true;
  }
  return false;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
