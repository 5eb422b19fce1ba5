export const languages = ['zh', 'en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The value of the `lang` parameter of every request. */
export const wireLanguages = { zh: 'zh_CN', en: 'en_US', fr: 'fr_FR' } as const;

/** Reads `zh_CN`, `fr-FR`, `en` …; anything else is Chinese, the product's default. */
export function parseLanguage(value: unknown): Language {
  const short = typeof value === 'string' ? value.slice(0, 2).toLowerCase() : '';
  return languages.find((language) => language === short) ?? 'zh';
}
