import { describe, expect, it } from 'vitest';
import { languages, parseLanguage, wireLanguages } from './language.ts';

describe('a language on the wire', () => {
  it.each(languages)('%s is read back from its form on the wire', (language) => {
    expect(parseLanguage(wireLanguages[language])).toBe(language);
  });

  it.each([
    ['en-US', 'en'],
    ['fr', 'fr'],
    ['FR_fr', 'fr'],
    ['zh_TW', 'zh'],
    ['de_DE', 'zh'],
    ['', 'zh'],
    [undefined, 'zh'],
    [null, 'zh'],
    [7, 'zh'],
    [['en'], 'zh'],
    [{ lang: 'en' }, 'zh'],
  ])('%o is %s', (value, language) => {
    expect(parseLanguage(value)).toBe(language);
  });
});
