import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, id, integer, longText, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { statusEndpoint } from '../kit/resource-endpoints.ts';

const hidden = ['table'] as const;

/** Errors of the server and of browsers; errors with the same cause share one row. */
export const errorLog = resource({
  path: '/log/error',
  permission: 'log:error',
  texts: 'monitor.errorLog',
  id: 'errorId',
  name: 'message',
  key: ['errorId'],
  order: [{ by: 'lastSeen', desc: true }],
  without: ['add', 'edit', 'import'],
  fields: {
    errorId: { ...id(), notIn: ['table'] },
    source: choice(['server', 'browser'], { search: 'exact' }),
    kind: text({ max: 100, notIn: hidden }),
    message: longText({ max: 500, search: 'like' }),
    position: text({ max: 255, search: 'like' }),
    status: choice(['0', '1'], { search: 'exact' }),
    count: integer({}),
    countSince: integer({ notIn: ['table', 'form'] }),
    firstSeen: { kind: 'dateTime', notIn: hidden },
    lastSeen: { kind: 'dateTime', search: 'range' },
    userName: text({ max: 64, notIn: hidden }),
    url: text({ max: 255, notIn: hidden }),
    requestId: text({ max: 64, notIn: hidden }),
    version: text({ max: 50, notIn: hidden }),
    browser: text({ max: 100, notIn: hidden }),
    resolvedBy: text({ max: 64, notIn: hidden }),
    resolvedAt: { kind: 'dateTime', notIn: hidden },
    /** Only in the response for a single row, because it would make a page large. */
    stack: longText({ max: 8000, notIn: hidden }),
  },
});

export const resolveError = statusEndpoint(errorLog);

/** The sender truncates longer texts; the server refuses them like any other invalid input. */
export const reportLimits = { kind: 100, message: 2000, stack: 8000, url: 1000, version: 50 } as const;

const errorReport = Type.Object({
  kind: Type.String({ maxLength: reportLimits.kind }),
  message: Type.String({ maxLength: reportLimits.message }),
  stack: Type.Optional(Type.String({ maxLength: reportLimits.stack })),
  url: Type.Optional(Type.String({ maxLength: reportLimits.url })),
  version: Type.Optional(Type.String({ maxLength: reportLimits.version })),
  /** The request id of the failed response, if any. */
  requestId: Type.Optional(Type.String({ maxLength: 64 })),
  /** How often it happened since the last report. */
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});

export type ErrorReport = Static<typeof errorReport>;

/** An error in a user's browser. It requires a session, so that anonymous senders cannot fill the log. */
export const reportError = endpoint({
  method: 'POST',
  path: errorLog.path,
  access: 'session',
  beforePassword: true,
  body: errorReport,
  reply: reply.done,
  texts: errorLog.texts,
  // Not in the operation log: it is a log entry itself.
  log: 'never',
  limit: 60,
});
