import type { Language } from '@limpid/contract/language';

/** Each language is offered in its own words, whatever the page speaks. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English', fr: 'Français' };
