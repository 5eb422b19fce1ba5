import Type from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { refusalReasons } from './refusal.ts';

const maxReadings = 500;
const maxCode = 64;

const values = Type.Unsafe<Record<string, number | string | null>>({
  type: 'object',
  minProperties: 1,
  propertyNames: { maxLength: maxCode },
  additionalProperties: { type: ['number', 'string', 'null'], maxLength: 32 },
  description: 'Values by the code of the channel, or by what the kind of device calls it.',
});

const reading = Type.Object({
  mn: Type.Optional(
    Type.String({ maxLength: 64, description: 'The MN of the device that the key belongs to; optional.' }),
  ),
  pw: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The access password of the site, where it has one; over MQTT only.',
    }),
  ),
  kind: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['2011', '2051', '2061', '2031'],
      description: 'Of this moment (the default), or the mean of a minute, an hour, a day.',
    }),
  ),
  qn: Type.Optional(
    Type.String({
      pattern: '^\\d{14}(\\d{3})?$',
      description:
        'When it was sent, by the clock of the device: of two values for one moment the later stays.',
    }),
  ),
  ts: Type.Unsafe<number | string>({
    anyOf: [{ type: 'number' }, { type: 'string', maxLength: 40 }],
    description: 'When it was measured: epoch seconds or milliseconds, ISO 8601, or local time at the site.',
  }),
  data: values,
  flag: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      propertyNames: { maxLength: maxCode },
      additionalProperties: { type: 'string', maxLength: 2 },
      description: 'The flag of a value, N where none is given.',
    }),
  ),
});

const verdict = Type.Object({
  stored: Type.Boolean(),
  /** Why the reading, or a part of it, was not stored. */
  refused: Type.Array(
    Type.Object({
      reason: Type.Unsafe<(typeof refusalReasons)[number]>({ type: 'string', enum: refusalReasons }),
      detail: Type.Optional(Type.String()),
      msg: Type.String(),
    }),
  ),
});

/** Readings of one device as JSON. The response follows the commit and has one verdict per reading, in their order. */
export const sendReadings = endpoint({
  method: 'POST',
  path: '/ingest/readings',
  access: 'public',
  forDevices: true,
  body: Type.Array(reading, { minItems: 1, maxItems: maxReadings }),
  reply: reply.data(Type.Object({ stored: Type.Integer(), results: Type.Array(verdict) })),
  texts: 'ingest.readings',
  log: 'never',
  limit: 60_000,
});
