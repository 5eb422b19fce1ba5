import { type Language, languages, parseLanguage } from '@limpid/contract/language';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readLocale, writeLocale } from '../lib/language.ts';
import { homeAreas } from './home-areas.ts';

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { zh: '中文', en: 'English', fr: 'Français' };

type Texts = Record<string, unknown>;

// Texts of the server arrive in its responses; those of the command line are not needed.
const files = import.meta.glob<Texts>(
  ['../../../i18n/*/*.json', '!../../../i18n/*/{cli,server,reportDocument,reportOutput}.json'],
  {
    import: 'default',
  },
);

const shellFile = 'shell';

function fileLoaders(language: Language): [string, () => Promise<Texts>][] {
  return Object.entries(files).flatMap(([path, load]) => {
    const [, folder, name] = /\/(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
    return folder === language && name ? [[name, load]] : [];
  });
}

async function addTexts(language: Language, wanted: (name: string) => boolean): Promise<void> {
  const loaders = fileLoaders(language).filter(([name]) => wanted(name));
  const texts = await Promise.all(loaders.map(async ([name, load]) => [name, await load()] as const));
  i18next.addResourceBundle(language, 'translation', Object.fromEntries(texts), true, true);
}

/** The language of the address (`lan`), which is stored; else the stored one; else Chinese. */
export function chooseLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lan');
  const supported = languages.find((language) => language === requested);
  if (supported) writeLocale(supported);
  return supported ?? parseLanguage(readLocale());
}

/** Loads the texts of the pages before the shell. */
export async function startTexts(language: Language): Promise<void> {
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: {} },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await addTexts(language, (name) => name === shellFile);
}

/** Loads the texts of the shell and of the home screens. */
export function loadHomeTexts(): Promise<void> {
  return addTexts(currentLanguage(), (name) => homeAreas.includes(name));
}

/** Loads the texts of the other screens. */
export function loadOtherTexts(): Promise<void> {
  return addTexts(currentLanguage(), (name) => name !== shellFile && !homeAreas.includes(name));
}

export function currentLanguage(): Language {
  return parseLanguage(i18next.language);
}

/** Reloads the page, because texts of the server have to change too. */
export function changeLanguage(language: Language): void {
  writeLocale(language);
  const address = new URL(location.href);
  if (address.searchParams.has('lan')) address.searchParams.set('lan', language);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
