/** The storage key of the chosen language: `zh`, `en` or `fr`. */
const key = 'locale';

export function readLocale(): string | null {
  return localStorage.getItem(key);
}

export function writeLocale(locale: string): void {
  localStorage.setItem(key, locale);
}
