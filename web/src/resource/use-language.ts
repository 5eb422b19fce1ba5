import { type Language, parseLanguage } from '@limpid/contract/language';
import i18next from 'i18next';

/** Reads the language without subscribing, because changing it reloads the page and every cell calls this. */
export function useLanguage(): Language {
  return parseLanguage(i18next.language);
}
