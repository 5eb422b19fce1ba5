import { type Envelope, fillEnvelope, successCode } from '@limpid/contract/envelope';
import type { Endpoint, FileResponse, ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { FastifyReply } from 'fastify';
import { translate } from '../texts.ts';

/** A value with its own message instead of "done". The message is not logged; in a reply without data it is a warning. */
export class WithMessage<V> {
  readonly msg: string;
  readonly value: V;

  constructor(msg: string, value: V) {
    this.msg = msg;
    this.value = value;
  }
}

/** A complete response from a cache, envelope included. */
export class RawResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for 304. */
  readonly body: Buffer | undefined;

  constructor(headers: Readonly<Record<string, string>>, body: Buffer | undefined) {
    this.headers = headers;
    this.body = body;
  }
}

export function sendRawResponse({ headers, body }: RawResponse, to: FastifyReply): FastifyReply {
  return to
    .code(body ? 200 : 304)
    .type('application/json; charset=utf-8')
    .headers(headers)
    .send(body);
}

/** Puts the value of a handler into the envelope that the contract defines. */
export function wrapInEnvelope<E extends Endpoint>(
  { reply }: E,
  value: ReplyValue<E['reply']> | WithMessage<ReplyValue<E['reply']>>,
  language: Language,
): Envelope {
  const usual = translate(language, reply.as === 'page' ? 'server.found' : 'server.done');
  const message = value instanceof WithMessage ? value.msg : undefined;
  const head = { code: successCode, msg: message ?? usual };
  const envelope = fillEnvelope(reply, head, value instanceof WithMessage ? value.value : value);
  return reply.as === 'done' && message !== undefined ? { ...envelope, warning: message } : envelope;
}

export function sendFileResponse(response: FileResponse, to: FastifyReply): FastifyReply {
  const name = encodeURIComponent(response.name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return to
    .code(response.status ?? 200)
    .header('content-type', response.type)
    .header('content-disposition', `attachment; filename="${name}"; filename*=utf-8''${name}`)
    .header('download-filename', name)
    .header('access-control-expose-headers', 'Content-Disposition,download-filename')
    .headers(response.headers ?? {})
    .send(response.body);
}
