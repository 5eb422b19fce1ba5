import { isSafeLink } from '@limpid/contract/kit/rich-text';

/** Asks with `prompt`, which keeps the selection; undefined for an unsafe address. */
export function askForLink(question: string): string | undefined {
  const address = prompt(question, 'https://')?.trim() ?? '';
  return isSafeLink(address) ? address : undefined;
}
