import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';
import { choice, flag, id, number, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maxInteger } from '../kit/schema.ts';
import { issueStates } from './config.ts';

const issueTargets = ['platform', 'device'] as const;
export type IssueTarget = (typeof issueTargets)[number];

/** How far back K and B may count for the past. */
export const maxIssueDays = 31;

const fact = { readOnly: true } as const;
const hidden = { readOnly: true, notIn: ['table', 'form', 'sheet'] } as const;
const moment = { kind: 'dateTime', ...fact } as const;

/** K and B that were issued to the platform or to a device, with the moments of their states. */
export const calibrationIssue = resource({
  path: '/site/calibrationHistory/issue',
  permission: 'site:calibrationHistory',
  texts: 'calibration.issue',
  id: 'issueId',
  name: 'siteName',
  key: ['issueId'],
  order: [{ by: 'issueId', desc: true }],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    issueId: { ...id(), notIn: ['table'] },
    configName: text({ ...fact, max: 64, search: 'like' }),
    siteId: ref({ ...hidden, search: 'exact' }),
    siteName: text({ ...fact, max: 64, search: 'like' }),
    deptId: ref({ ...hidden, search: 'below' }),
    channelId: ref({ ...hidden, search: 'exact' }),
    channelCode: text({ ...fact, max: 32, search: 'exact' }),
    target: choice(issueTargets, { ...fact, search: 'exact' }),
    kBefore: number({ ...fact, decimals: 6 }),
    bBefore: number({ ...fact, decimals: 6 }),
    k: number({ ...fact, decimals: 6 }),
    b: number({ ...fact, decimals: 6 }),
    state: choice(issueStates, { ...fact, search: 'exact' }),
    /** A text in the language of the reader. */
    reason: text({ ...fact, max: 500, keyed: true }),
    since: { ...moment, onDemand: true },
    forPast: flag({ default: false, readOnly: true, notIn: ['form', 'table'] }),
    rollingBack: flag({ default: false, ...hidden }),
    draftAt: { ...moment, search: 'range' },
    draftBy: text({ ...fact, max: 30 }),
    pendingAt: { ...moment, onDemand: true },
    pendingBy: text({ ...fact, max: 30, onDemand: true }),
    sentAt: { ...moment, onDemand: true },
    confirmedAt: { ...moment, onDemand: true },
    failedAt: { ...moment, onDemand: true },
    rolledBackAt: { ...moment, onDemand: true },
    rolledBackBy: text({ ...fact, max: 30, onDemand: true }),
  },
});

const identifier = Type.Integer({ minimum: 1, maximum: maxInteger });
const ids = Type.Array(identifier, { minItems: 1, maxItems: 6000 });
const nullableText = Type.Union([Type.String(), Type.Null()]);

const outcome = Type.Object({
  issueId: Type.Union([Type.Integer(), Type.Null()]),
  siteName: Type.String(),
  channelCode: Type.String(),
  state: Type.Enum([...issueStates]),
  /** Why nothing was issued or rolled back, in the language of the request. */
  problem: nullableText,
});
export type IssueOutcome = Static<typeof outcome>;

/**
 * Epoch milliseconds from which on K and B count on the platform; null is from now on. If it is left out, the issue keeps
 * its moment, and a new one takes that of its config.
 */
const since = Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 }));

const outcomes = reply.data(Type.Object({ issues: Type.Array(outcome) }));

/** Issues K and B of results; each for itself, so that one that is refused does not keep back the others. */
export const issueCalibration = endpoint({
  method: 'POST',
  path: '/site/calibration/issue',
  access: { permission: 'site:calibration:issue' },
  body: Type.Object({ resultIds: ids, since }),
  reply: outcomes,
  texts: calibrationIssue.texts,
});

/** Issues what is still a draft, or has failed, under the same conditions. */
export const sendCalibrationIssues = endpoint({
  method: 'PUT',
  path: '/site/calibration/issue',
  access: { permission: 'site:calibration:issue' },
  body: Type.Object({ issueIds: ids, since }),
  reply: outcomes,
  texts: calibrationIssue.texts,
});

/**
 * Brings back K and B as they were before: for the period that the issue has changed or, with `fromNow`, from now on alone,
 * as when a month of that period is locked meanwhile.
 */
export const rollBackCalibration = endpoint({
  method: 'PUT',
  path: '/site/calibration/rollback',
  access: { permission: 'site:calibration:rollback' },
  body: Type.Object({ issueIds: ids, fromNow: Type.Optional(Type.Boolean()) }),
  reply: outcomes,
  texts: calibrationIssue.texts,
});
