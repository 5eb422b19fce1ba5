import { isSafeLink } from '@limpid/contract/kit/rich-text';

/** The browser's own question keeps the selection that the link is for; undefined for what is no safe address. */
export function askForLink(question: string): string | undefined {
  const address = prompt(question, 'https://')?.trim() ?? '';
  return isSafeLink(address) ? address : undefined;
}
