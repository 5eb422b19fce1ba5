import type { Language } from '@limpid/contract/language';

/** How the parts of a reading are said in one language. */
export interface CronPhrases {
  language: Language;
  phrase(key: string, params?: Record<string, string | number>): string;
  list(words: readonly (string | number)[]): string;
}
