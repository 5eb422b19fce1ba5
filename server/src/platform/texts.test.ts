import { AppError } from '@limpid/contract/errors';
import { languages } from '@limpid/contract/language';
import { describe, expect, it } from 'vitest';
import { describeError, findKeys, hasText, makeStoredText, translate, translateStored } from './texts.ts';

describe('a text', () => {
  it('is found in each language, with its placeholders filled', () => {
    const messages = languages.map((language) =>
      translate(language, 'errors.field.max', { label: 'X', limit: 5 }),
    );
    expect(new Set(messages).size).toBe(3);
    for (const text of messages) expect(text).toMatch(/X.*5/);
  });

  it('keeps a placeholder without a value, and is the key if there is no text', () => {
    expect(translate('en', 'errors.row.in_use')).toContain('{{name}}');
    expect(translate('en', 'errors.no.such')).toBe('errors.no.such');
    expect(hasText('fr', 'errors.no.such')).toBe(false);
    expect(hasText('fr', 'errors.row.gone')).toBe(true);
  });

  it('never treats a filled value as a placeholder or a pattern', () => {
    for (const name of ['{{name}}', '$&', '$1', '<b>', '{{label}}']) {
      expect(translate('en', 'errors.row.in_use', { name })).toContain(name);
    }
  });

  it('does not reach into object prototypes', () => {
    for (const key of ['__proto__', 'constructor', 'errors', 'errors.field', 'toString']) {
      expect(translate('zh', key)).toBe(key);
    }
  });
});

describe('an error', () => {
  it('names its field in the language of the reader', () => {
    const error = new AppError('field.required', { label: 'system.post.fields.postName' });
    for (const language of languages) {
      const text = describeError(error, language);
      expect(text).toContain(translate(language, 'system.post.fields.postName'));
      expect(text).not.toContain('system.post');
    }
  });
});

describe('a text that is stored once and read in any language', () => {
  it('keeps its parameters, and is shown to each reader in their language', () => {
    const stored = makeStoredText('errors.auth.user_locked', { count: 5, minutes: 10 });
    for (const language of languages) {
      const message = translate(language, 'errors.auth.user_locked', { count: 5, minutes: 10 });
      expect(translateStored(language, stored)).toBe(message);
    }
    expect(makeStoredText('server.loggedIn')).toBe('server.loggedIn');
  });

  it('is unchanged if a person has written it', () => {
    for (const own of ['decimal point lost? yes', 'no.such.key?a=1', ''])
      expect(translateStored('en', own)).toBe(own);
    expect(translateStored('en', null)).toBeNull();
  });

  it('is found by a part of what the reader sees', () => {
    expect(findKeys('fr', 'POSTES')).toContain('system.post.title');
    expect(findKeys('zh', '岗位')).toContain('system.post.title');
    expect(findKeys('en', 'postes')).not.toContain('system.post.title');
  });
});
