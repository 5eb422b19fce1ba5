import { choice, id, integer, number, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** Why a cannon started: a person, a rule, or somebody at the cannon itself. */
const runReasons = ['person', 'rule', 'local'] as const;
export type RunReason = (typeof runReasons)[number];

/** Why a run ended. */
const endReasons = [
  'person',
  'rule',
  'jog',
  'limit',
  'local',
  'linkLost',
  'failed',
  'interrupted',
  'replaced',
  'unreachable',
  'disabled',
] as const;
export type RunEndReason = (typeof endReasons)[number];

const fact = { readOnly: true } as const;

/** The run log of fog cannons. */
export const cannonRun = resource({
  path: '/fog/run',
  permission: 'fog:run',
  texts: 'fogcannon.run',
  id: 'runId',
  name: 'cannonName',
  key: ['runId'],
  order: [
    { by: 'startedAt', desc: true },
    { by: 'runId', desc: true },
  ],
  sortable: ['startedAt', 'runId'],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    runId: { ...id(), notIn: ['table'] },
    cannonId: ref({ ...fact, notIn: ['table', 'sheet'], search: 'exact' }),
    cannonName: text({ ...fact, max: 64, search: 'like' }),
    entityName: text({ ...fact, max: 64, translated: true, onDemand: true }),
    entityNameEn: text({
      ...fact,
      max: 64,
      notIn: ['table', 'form', 'sheet'],
      label: 'fogcannon.run.fields.entityName',
    }),
    entityNameFr: text({
      ...fact,
      max: 64,
      notIn: ['table', 'form', 'sheet'],
      label: 'fogcannon.run.fields.entityName',
    }),
    deptId: ref({ ...fact, notIn: ['table', 'form', 'sheet'], search: 'below' }),
    startedAt: { kind: 'dateTime', ...fact, search: 'range' },
    endedAt: { kind: 'dateTime', ...fact, onDemand: true },
    seconds: integer({ ...fact }),
    reason: choice(runReasons, { ...fact, search: 'exact' }),
    /** The person or the rule. */
    startedBy: text({ ...fact, max: 64, search: 'like', onDemand: true }),
    endReason: choice(endReasons, { ...fact, search: 'exact' }),
    endedBy: text({ ...fact, max: 64, onDemand: true }),
    siteName: text({ ...fact, max: 64, onDemand: true }),
    /** The channel of the rule that began the run, otherwise PM10. */
    channelCode: text({ ...fact, max: 32, onDemand: true }),
    /** The value of that channel at the site, at the start and at the end. */
    valueBefore: number({ ...fact, decimals: 0 }),
    valueAfter: number({ ...fact, decimals: 0 }),
    /** Litres. */
    water: number({ ...fact, decimals: 0 }),
    /** Whether the cannon itself has said that it ran. */
    confirmed: choice(['yes', 'no'], { ...fact, onDemand: true }),
  },
});
