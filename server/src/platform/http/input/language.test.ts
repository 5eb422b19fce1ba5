import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readLanguage } from './language.ts';

const request = (query: unknown, body?: unknown) => ({ query, body }) as FastifyRequest;

describe('the language of a response', () => {
  it.each<[string, unknown, unknown, string]>([
    ['the query says so', { lang: 'fr_FR' }, undefined, 'fr'],
    ['the body says so', {}, { lang: 'en_US' }, 'en'],
    ['the query counts before the body', { lang: 'fr_FR' }, { lang: 'en_US' }, 'fr'],
    ['nobody says so', {}, {}, 'zh'],
    ['there is no such language', { lang: 'de_DE' }, undefined, 'zh'],
    ['it is not a text', { lang: { a: 1 } }, [], 'zh'],
    ['there is neither query nor body', null, null, 'zh'],
    ['the body is not an object', {}, 'lang', 'zh'],
  ])('%s', (_, query, body, language) => {
    expect(readLanguage(request(query, body))).toBe(language);
  });
});
