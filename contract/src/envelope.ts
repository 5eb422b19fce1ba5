import { type TObject, Type } from 'typebox';
import type { Reply } from './kit/endpoint.ts';

/** Path below which the server serves the API; every other path is a page of the web. */
export const apiPrefix = '/prod-api';

/** Code of a response that succeeded; `errorCodes` has all others. */
export const successCode = 200;

/** JSON response of the API: `code` and `msg` in every one, the rest by the kind of reply. */
export interface Envelope extends Record<string, unknown> {
  code: number;
  msg: string;
  /** The form field that an error belongs to. */
  field?: string;
  /** Shown although the request succeeded. */
  warning?: string;
}

type EnvelopeHead = Pick<Envelope, 'code' | 'msg'>;
const head = { code: Type.Integer(), msg: Type.String() };

/** JSON Schema of a response. The server serialises by it, so a property that is missing here is never sent. */
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

/** Puts the value of a handler into an envelope; `unwrapEnvelope` takes it out. */
export function fillEnvelope(reply: Reply, envelope: EnvelopeHead, value: unknown): Envelope {
  switch (reply.as) {
    case 'message':
      return { ...envelope, msg: String(value) };
    case 'data':
      return { ...envelope, data: value };
    case 'page':
    case 'fields':
      // The contract makes the value of these replies an object.
      return { ...envelope, ...(value as object) };
    default:
      return { ...envelope };
  }
}

export function unwrapEnvelope(reply: Reply, envelope: Envelope): unknown {
  switch (reply.as) {
    case 'message':
      return envelope.msg;
    case 'data':
      return envelope['data'];
    case 'page':
    case 'fields':
      return withoutHead(envelope);
    default:
      return undefined;
  }
}

function withoutHead(envelope: Envelope): object {
  const rest: Partial<Envelope> = { ...envelope };
  delete rest.code;
  delete rest.msg;
  return rest;
}
