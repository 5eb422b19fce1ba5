import { choice, flag, id, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** What a rule has decided: to start, to stop, or not to start although its condition is met. */
const decisionKinds = ['start', 'stop', 'hold'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** Why. */
export const decisionReasons = [
  'met',
  'normal',
  'invalid',
  'silent',
  'maxRun',
  'jog',
  'interrupted',
  'local',
  'linkLost',
  'window',
  'season',
  'wind',
  'temperature',
  'rain',
  'weather',
  'manual',
  'pause',
  'unreachable',
  'disabled',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

const fact = { readOnly: true } as const;
const hidden = { ...fact, notIn: ['table', 'form', 'sheet'] } as const;

/** Every decision of linkage rules. */
export const linkageDecision = resource({
  path: '/fog/decision',
  permission: 'fog:decision',
  texts: 'fogcannon.decision',
  id: 'decisionId',
  name: 'cannonName',
  key: ['decisionId'],
  order: [
    { by: 'at', desc: true },
    { by: 'decisionId', desc: true },
  ],
  sortable: ['at', 'decisionId'],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    decisionId: { ...id(), notIn: ['table'] },
    at: { kind: 'dateTime', ...fact, search: 'range' },
    cannonId: ref({ ...fact, notIn: ['table', 'sheet'], search: 'exact' }),
    cannonName: text({ ...fact, max: 64, search: 'like' }),
    ruleId: ref({ ...fact, notIn: ['table', 'sheet'], search: 'exact' }),
    ruleName: text({ ...fact, max: 64, search: 'like' }),
    kind: choice(decisionKinds, { ...fact, search: 'exact' }),
    reason: choice(decisionReasons, { ...fact, search: 'exact', onDemand: true }),
    /** The decision as a sentence with its values. */
    description: text({ ...fact, max: 500, keyed: true }),
    dryRun: flag({ ...fact, default: false, inSheet: true, notIn: ['table'] }),
    entityName: text({ ...fact, max: 64, translated: true, onDemand: true }),
    entityNameEn: text({ ...hidden, max: 64, label: 'fogcannon.decision.fields.entityName' }),
    entityNameFr: text({ ...hidden, max: 64, label: 'fogcannon.decision.fields.entityName' }),
    deptId: ref({ ...hidden, search: 'below' }),
    siteName: text({ ...fact, max: 64, onDemand: true }),
  },
});
