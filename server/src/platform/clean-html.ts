import { hiddenTags, isSafeLink, richTags } from '@limpid/contract/kit/rich-text';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Deeper nesting than people write; the words below it stay, without their form. */
const deepest = 40;
const single = new Set(['br', 'hr']);

/**
 * Formatted text rebuilt from what a browser would make of it: only known elements, only safe links, all words.
 * Nothing of the input is copied as markup, so nothing unknown can survive.
 */
export function cleanHtml(html: string): string {
  return writeNodes(parseFragment(html).childNodes, 0);
}

function writeNodes(nodes: readonly Node[], depth: number): string {
  return nodes.map((node) => writeNode(node, depth)).join('');
}

function writeNode(node: Node, depth: number): string {
  if (node.nodeName === '#text' && 'value' in node) return escapeText(node.value);
  if (!('tagName' in node) || hiddenTags.has(node.tagName)) return '';
  const tag = node.tagName;
  const inside = depth > deepest ? wordsOf(node) : writeNodes(node.childNodes, depth + 1);
  if (!richTags.has(tag) || depth > deepest) return tag === 'div' ? `<p>${inside}</p>` : inside;
  if (single.has(tag)) return `<${tag}>`;
  return `<${tag}${tag === 'a' ? writeLink(node) : ''}>${inside}</${tag}>`;
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

function writeLink(node: DefaultTreeAdapterTypes.Element): string {
  const address = node.attrs.find(({ name }) => name === 'href')?.value.trim() ?? '';
  if (!isSafeLink(address)) return '';
  return ` href="${escapeText(address)}" target="_blank" rel="noopener noreferrer"`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
