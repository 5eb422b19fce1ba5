import type { Language } from '@limpid/contract/language';

/** The phrases for the parts of a schedule in one language. */
export interface CronPhrases {
  language: Language;
  phrase(key: string, params?: Record<string, string | number>): string;
  list(words: readonly (string | number)[]): string;
}
