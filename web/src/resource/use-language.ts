import { type Language, parseLanguage } from '@limpid/contract/language';
import i18next from 'i18next';

/** Every cell of a table asks; there is nothing to wait for, because another language starts the page anew. */
export function useLanguage(): Language {
  return parseLanguage(i18next.language);
}
