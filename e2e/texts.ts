import { readdirSync, readFileSync } from 'node:fs';

export type Language = 'zh' | 'en' | 'fr';
export const languages: readonly Language[] = ['zh', 'en', 'fr'];

const root = new URL('../i18n/', import.meta.url);

function readTexts(language: Language): unknown {
  const folder = new URL(`${language}/`, root);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}

const texts: Record<Language, unknown> = { zh: readTexts('zh'), en: readTexts('en'), fr: readTexts('fr') };

function step(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
}

/** What the product says under a key, with its blanks filled in. */
export function say(
  key: string,
  blanks: Record<string, string | number> = {},
  language: Language = 'zh',
): string {
  const text = key.split('.').reduce(step, texts[language]);
  if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name]));
}
