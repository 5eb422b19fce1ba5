import type { Endpoint, FileResponse, Page, Reply, ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import type { FastifyReply } from 'fastify';
import Type, { type TObject } from 'typebox';
import { translate } from '../texts.ts';

const head = { code: Type.Integer(), msg: Type.String() };

/** The whole answer as JSON Schema: what is not described here does not leave the server. */
export function envelopeSchema(reply: Reply): TObject | undefined {
  switch (reply.as) {
    case 'file':
      return undefined;
    case 'done':
      return Type.Object({ ...head, warning: Type.Optional(Type.String()) });
    case 'message':
      return Type.Object(head);
    case 'data':
      return Type.Object({ ...head, data: reply.schema });
    case 'page':
      return Type.Object({
        ...head,
        total: Type.Integer(),
        estimated: Type.Optional(Type.Boolean()),
        rows: Type.Array(reply.row),
      });
    case 'fields':
      return Type.Object({ ...head, ...reply.schema.properties });
  }
}

/**
 * A value that comes with words of its own instead of the usual "done". They are for the caller and for no log. Where
 * nothing but "done" was to be said, they are a warning.
 */
export class WithMessage<V> {
  readonly msg: string;
  readonly value: V;

  constructor(msg: string, value: V) {
    this.msg = msg;
    this.value = value;
  }
}

/** A whole answer that is there already, envelope and all: what is asked for again and again is not made again and again. */
export class RawResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** None where the asker has the same already. */
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

/** Lays the value of a handler into the family's envelope. The only place that knows its form. */
export function wrapInEnvelope<E extends Endpoint>(
  endpoint: E,
  value: ReplyValue<E['reply']> | WithMessage<ReplyValue<E['reply']>>,
  language: Language,
): object {
  const success = (key: string) => ({
    code: 200,
    msg: value instanceof WithMessage ? value.msg : translate(language, key),
  });
  // The type parameter ties value and reply together; the switch narrows only the reply.
  const payload: unknown = value instanceof WithMessage ? value.value : value;
  switch (endpoint.reply.as) {
    case 'message':
      return { code: 200, msg: payload as string };
    case 'data':
      return { ...success('server.done'), data: payload };
    case 'page':
      return { ...success('server.found'), ...(payload as Page<unknown>) };
    case 'fields':
      return { ...success('server.done'), ...(payload as object) };
    default:
      return { ...success('server.done'), ...(value instanceof WithMessage && { warning: value.msg }) };
  }
}

export function sendFileResponse(answer: FileResponse, to: FastifyReply): FastifyReply {
  const name = encodeURIComponent(answer.name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return to
    .code(answer.status ?? 200)
    .header('content-type', answer.type)
    .header('content-disposition', `attachment; filename="${name}"; filename*=utf-8''${name}`)
    .header('download-filename', name)
    .header('access-control-expose-headers', 'Content-Disposition,download-filename')
    .headers(answer.headers ?? {})
    .send(answer.body);
}
