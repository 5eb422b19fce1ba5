import type { Language } from '@limpid/contract/language';

/** How the parts of a reading are said in one language. */
export interface Speech {
  language: Language;
  say(key: string, params?: Record<string, string | number>): string;
  list(words: readonly (string | number)[]): string;
}
