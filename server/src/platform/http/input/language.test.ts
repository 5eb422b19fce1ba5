import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readLanguage } from './language.ts';

const request = (query: unknown, body?: unknown) => ({ query, body }) as FastifyRequest;

describe('the language of a response', () => {
  it.each<[string, unknown, unknown, string]>([
    ['is that of the query', { lang: 'fr_FR' }, undefined, 'fr'],
    ['is that of the body', {}, { lang: 'en_US' }, 'en'],
    ['is that of the query if the body differs', { lang: 'fr_FR' }, { lang: 'en_US' }, 'fr'],
    ['is Chinese by default', {}, {}, 'zh'],
    ['is Chinese if the requested one is unknown', { lang: 'de_DE' }, undefined, 'zh'],
    ['is Chinese if the requested one is not a text', { lang: { a: 1 } }, [], 'zh'],
    ['is Chinese without query and body', null, null, 'zh'],
    ['is Chinese if the body is not an object', {}, 'lang', 'zh'],
  ])('%s', (_, query, body, language) => {
    expect(readLanguage(request(query, body))).toBe(language);
  });
});
