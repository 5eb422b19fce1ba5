import { hiddenTags, isEditorClass, isSafeLink, readColours, richTags } from '@limpid/contract/kit/rich-text';
import { escapeHtml } from './escape-html.ts';
import { type Element, type HtmlLimits, type Node, parseHtml, tooComplex } from './parse-html.ts';

/** What formatted text can lose: external pictures and videos, active content, and unknown styles. */
export type RemovedContent = 'picture' | 'video' | 'program' | 'look';

/** The addresses of stored pictures, by their address in the text. */
export type Pictures = ReadonlyMap<string, string>;

export interface CleanText {
  html: string;
  losses: ReadonlySet<RemovedContent>;
}

/** Text that still changes after this many passes is refused. Known texts need two. */
const passes = 4;
const single = new Set(['br', 'hr']);
const videos = new Set(['iframe', 'video', 'audio', 'object', 'embed']);
const programs = new Set(
  'script form input button select textarea svg math base meta link template noscript'.split(' '),
);
/** Elements without an appearance of their own. */
const plainBoxes = new Set('div section article main header footer tbody'.split(' '));

/**
 * Rebuilds formatted text from its parse tree: known elements, safe links, all words. No markup of the input is
 * copied, so nothing unknown can survive. Repeats until the result parses to itself: otherwise a browser could read
 * it differently, or make many more elements of it than were counted here.
 */
export function cleanHtml(html: string, pictures: Pictures, limits: HtmlLimits): CleanText {
  const first = cleanOnce(html, pictures, limits);
  const kept = new Map([...pictures.values()].map((address) => [address, address]));
  let { html: clean } = first;
  for (let pass = 1; pass < passes; pass++) {
    const { html: again } = cleanOnce(clean, kept, limits);
    if (again === clean) return { html: clean, losses: first.losses };
    clean = again;
  }
  throw tooComplex();
}

function cleanOnce(html: string, pictures: Pictures, limits: HtmlLimits): CleanText {
  const writer = new CleanWriter(pictures, limits);
  return { html: writer.writeNodes(parseHtml(html, limits), 0), losses: writer.losses };
}

/** Lists the addresses of the pictures in a text, each once. */
export function listPictures(html: string, limits: HtmlLimits): string[] {
  const found = new Set<string>();
  const waiting = [...parseHtml(html, limits)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!('tagName' in next) || hiddenTags.has(next.tagName)) continue;
    if (next.tagName === 'img') found.add(attribute(next, 'src'));
    for (const child of next.childNodes.toReversed()) waiting.push(child);
  }
  return [...found].filter((address) => address !== '');
}

class CleanWriter {
  readonly losses = new Set<RemovedContent>();
  readonly #pictures: Pictures;
  readonly #limits: HtmlLimits;

  constructor(pictures: Pictures, limits: HtmlLimits) {
    this.#pictures = pictures;
    this.#limits = limits;
  }

  writeNodes(nodes: readonly Node[], depth: number): string {
    if (depth > this.#limits.depth) throw tooComplex();
    return nodes.map((node) => this.#writeNode(node, depth)).join('');
  }

  #writeNode(node: Node, depth: number): string {
    if (node.nodeName === '#text' && 'value' in node) return escapeHtml(node.value);
    if (!('tagName' in node)) return '';
    const tag = node.tagName;
    this.#noticeLoss(node);
    if (videos.has(tag)) return writeLinkTo(node, attribute(node, 'src') || attribute(node, 'data'));
    if (hiddenTags.has(tag)) return '';
    if (tag === 'img') return this.#writePicture(node);
    const inside = this.writeNodes(node.childNodes, depth + 1);
    if (!richTags.has(tag)) return tag === 'div' ? `<p>${inside}</p>` : inside;
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

  /** A picture that cannot be stored becomes a link to it. */
  #writePicture(node: Element): string {
    const address = attribute(node, 'src');
    const fileAddress = this.#pictures.get(address);
    if (fileAddress !== undefined) {
      return `<img src="${escapeHtml(fileAddress)}" alt="${escapeHtml(attribute(node, 'alt'))}">`;
    }
    this.losses.add('picture');
    return writeLinkTo(node, address);
  }

  #writeAttributes(node: Element): string {
    const link = node.tagName === 'a' ? describeLink(attribute(node, 'href')) : '';
    const names = attribute(node, 'class').split(/\s+/);
    const editorClasses = names.filter(isEditorClass);
    const { colours, hasOtherRules } = readColours(attribute(node, 'style'));
    if (hasOtherRules || names.some((name) => name !== '' && !isEditorClass(name))) this.losses.add('look');
    const style = [...colours].map(([name, value]) => `${name}: ${value};`).join(' ');
    return (
      link +
      (editorClasses.length > 0 ? ` class="${editorClasses.join(' ')}"` : '') +
      (style === '' ? '' : ` style="${escapeHtml(style)}"`)
    );
  }
}

function attribute(node: Element, wanted: string): string {
  return node.attrs.find(({ name }) => name === wanted)?.value.trim() ?? '';
}

function describeLink(address: string): string {
  if (!isSafeLink(address)) return '';
  return ` href="${escapeHtml(address)}" target="_blank" rel="noopener noreferrer"`;
}

/** A link to something that is not embedded. */
function writeLinkTo(node: Element, address: string): string {
  if (!/^https?:/i.test(address) || !isSafeLink(address)) return '';
  const words = escapeHtml(address);
  return isInLink(node) ? words : `<a${describeLink(address)}>${words}</a>`;
}

function isInLink(node: Element): boolean {
  for (let above = node.parentNode; above; above = 'parentNode' in above ? above.parentNode : null) {
    if (above.nodeName === 'a') return true;
  }
  return false;
}
