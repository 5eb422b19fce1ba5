import { type Language, parseLanguage } from '@limpid/contract/language';
import type { FastifyRequest } from 'fastify';

/** The language of the response: `lang` in the query, else in the body, else Chinese. */
export function readLanguage(request: FastifyRequest): Language {
  return parseLanguage(readLang(request.query) ?? readLang(request.body));
}

function readLang(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'lang' in part ? part.lang : undefined;
}
