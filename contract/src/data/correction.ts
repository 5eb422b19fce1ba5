import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { maxInteger } from '../kit/schema.ts';

const maxChanges = 500;
/** Maximum time range of one request for changes. */
export const maxChangesDays = 400;

const access = { permission: 'data:history:edit' } as const;
const texts = 'data.correction';
const labels = {
  ts: 'data.correction.fields.ts',
  value: 'data.correction.fields.value',
  before: 'data.correction.fields.before',
  siteId: 'data.series.fields.site',
  channel: 'data.series.fields.channels',
  granularity: 'data.series.fields.granularity',
  from: 'data.series.fields.from',
  to: 'data.series.fields.to',
};

const siteId = Type.Integer({ minimum: 1, maximum: maxInteger });
const moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });
const channel = Type.String({ minLength: 1, maxLength: 32 });
/** Hours can be corrected if the device sends hours; otherwise they are computed from their minutes. */
const granularity = Type.Enum(['minute', 'hour']);
const reason = Type.String({ minLength: 2, maxLength: 200 });
const number = Type.Unsafe<number | null>({ type: ['number', 'null'] });

/**
 * Corrects one value, addressed by the start of its minute or hour: sets another `value`, or with `accept` counts the
 * out-of-range number that was sent, after K and B. If `before` is given, it must still be the stored value.
 */
const change = Type.Object({
  ts: moment,
  channel,
  value: Type.Optional(number),
  accept: Type.Optional(Type.Literal(true)),
  before: Type.Optional(number),
});

/** Replaces measured values; null marks a value as invalid. The measured values are kept. */
export const correctHistory = endpoint({
  method: 'PUT',
  path: '/data/history',
  access,
  body: Type.Object({
    siteId,
    granularity,
    reason,
    changes: Type.Array(change, { minItems: 1, maxItems: maxChanges }),
  }),
  reply: reply.data(Type.Object({ changed: Type.Integer() })),
  texts,
  labels,
});

/** Reverts corrections: the measured values count again. */
export const undoCorrection = endpoint({
  method: 'POST',
  path: '/data/history/undo',
  access,
  body: Type.Object({
    siteId,
    granularity,
    reason,
    changes: Type.Array(Type.Object({ ts: moment, channel }), { minItems: 1, maxItems: maxChanges }),
  }),
  reply: reply.data(Type.Object({ changed: Type.Integer() })),
  texts,
  labels,
  log: 'update',
});

const maxPeriods = 500;
/** Sites that one request may correct, as many as a query shows. */
const maxSites = 20;
/** Values that one request may change. */
export const maxRangeValues = 10_000;

const range = Type.Object({
  siteId,
  channels: Type.Array(channel, { minItems: 1, maxItems: 40 }),
  periods: Type.Array(Type.Object({ from: moment, to: moment }), { minItems: 1, maxItems: maxPeriods }),
});
export type CorrectedRange = Static<typeof range>;

/**
 * Corrects every stored value of the channels within periods of sites, all or none: sets a `value` (null marks values as
 * invalid), or reverts corrections with `undo`. Minutes are corrected; where a site has none, the hours that it sent.
 */
export const correctRange = endpoint({
  method: 'PUT',
  path: '/data/history/range',
  access,
  body: Type.Object({
    ranges: Type.Array(range, { minItems: 1, maxItems: maxSites }),
    reason,
    value: Type.Optional(number),
    undo: Type.Optional(Type.Literal(true)),
  }),
  reply: reply.data(Type.Object({ changed: Type.Integer() })),
  texts,
  labels: {
    ...labels,
    ranges: 'data.correction.fields.ranges',
    channels: 'data.series.fields.channels',
    periods: 'data.correction.fields.periods',
  },
});

/** Undoes a whole correction, all or none. Values that were changed again later keep their newer value. */
export const undoWholeCorrection = endpoint({
  method: 'POST',
  path: '/data/history/correction/:correctionId/undo',
  access,
  params: Type.Object({ correctionId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  body: Type.Object({ reason }),
  reply: reply.data(Type.Object({ changed: Type.Integer() })),
  texts,
  labels: { ...labels, correctionId: 'data.correction.fields.correctionId' },
  log: 'update',
});

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The changes that people made to a site's values in `[from, to)`, newest first, as far as the log is kept. */
export const listCorrections = endpoint({
  method: 'GET',
  path: '/data/history/changes',
  access: { permission: 'data:history:list' },
  query: Type.Object({ siteId, channel: Type.Optional(channel), from: moment, to: moment }),
  reply: reply.data(
    Type.Array(
      Type.Object({
        ts: Type.Integer(),
        channel: Type.String(),
        before: nullableText,
        after: nullableText,
        reason: Type.String(),
        by: nullableText,
        at: Type.Integer(),
        /** The correction that it was part of, and how many values that changed; null for imports and undone ones. */
        correctionId: Type.Union([Type.Integer(), Type.Null()]),
        correctedValues: Type.Integer(),
      }),
    ),
  ),
  texts,
  labels,
});
