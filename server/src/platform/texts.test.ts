import { AppError } from '@limpid/contract/errors';
import { languages } from '@limpid/contract/language';
import { describe, expect, it } from 'vitest';
import { describeError, hasText, translate } from './texts.ts';

describe('a text', () => {
  it('is found in each language, its gaps filled', () => {
    const said = languages.map((language) =>
      translate(language, 'errors.field.max', { label: 'X', limit: 5 }),
    );
    expect(new Set(said).size).toBe(3);
    for (const text of said) expect(text).toMatch(/X.*5/);
  });

  it('keeps a gap that nobody fills, and the key where there is no text', () => {
    expect(translate('en', 'errors.row.in_use')).toContain('{{name}}');
    expect(translate('en', 'errors.no.such')).toBe('errors.no.such');
    expect(hasText('fr', 'errors.no.such')).toBe(false);
    expect(hasText('fr', 'errors.row.gone')).toBe(true);
  });

  it('never treats what it is filled with as a gap or a pattern', () => {
    for (const name of ['{{name}}', '$&', '$1', '<b>', '{{label}}']) {
      expect(translate('en', 'errors.row.in_use', { name })).toContain(name);
    }
  });

  it('does not reach into objects', () => {
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
