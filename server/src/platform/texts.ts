import { readdirSync, readFileSync } from 'node:fs';
import type { AppError, ErrorParams } from '@limpid/contract/errors';
import { type Language, languages } from '@limpid/contract/language';

type Tree = { [key: string]: string | Tree };

const folder = new URL('../../../i18n/', import.meta.url);
const texts = Object.fromEntries(languages.map((language) => [language, readTexts(language)]));

function readTexts(language: Language): Map<string, string> {
  const flat = new Map<string, string>();
  for (const file of readdirSync(new URL(`${language}/`, folder))) {
    const tree: Tree = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));
    flatten(tree, file.replace('.json', ''), flat);
  }
  return flat;
}

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(`${prefix}.${key}`, value);
    else flatten(value, `${prefix}.${key}`, into);
  }
}

/** The text of a key in a language; the key itself if there is none, which a test prevents. */
export function translate(language: Language, key: string, params: ErrorParams = {}): string {
  const template = texts[language]?.get(key) ?? key;
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/**
 * A text of a row that is stored once and read in any language: a key, with parameters after a question mark. Other
 * text was written by a person and stays unchanged.
 */
export function makeStoredText(key: string, params: ErrorParams = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) query.set(name, String(value));
  return query.size === 0 ? key : `${key}?${query}`;
}

export function translateStored(language: Language, stored: unknown): string | null {
  if (typeof stored !== 'string') return null;
  const [key = '', query = ''] = stored.split('?', 2);
  return hasText(language, key)
    ? translate(language, key, Object.fromEntries(new URLSearchParams(query)))
    : stored;
}

/** Keys of the texts that contain this in the language of the reader. */
export function findKeys(language: Language, part: string): string[] {
  const wanted = part.toLowerCase();
  const found = [...(texts[language] ?? [])].filter(([, text]) => text.toLowerCase().includes(wanted));
  return found.map(([key]) => key);
}

export function hasText(language: Language, key: string): boolean {
  return texts[language]?.has(key) ?? false;
}

/** The message of an error for a person. The parameter `label` is the translation key of a field's label. */
export function describeError(error: AppError, language: Language): string {
  // Only from five digits on: 9999 stays as it is typed.
  const number = new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 10 });
  const params = Object.entries(error.params).map(([name, value]) => {
    if (name === 'label') return [name, translate(language, String(value))];
    return [name, typeof value === 'number' ? number.format(value) : value];
  });
  return translate(language, `errors.${error.key}`, Object.fromEntries(params));
}
