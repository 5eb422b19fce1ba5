import { choice, id, integer, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const fetchReasons = ['clock', 'manual'] as const;
export type FetchReason = (typeof fetchReasons)[number];

/** The log of fetching reference data: one row for each time a source was asked. */
export const referenceFetch = resource({
  path: '/analysis/referenceFetch',
  permission: 'analysis:referenceFetch',
  texts: 'reference.fetch',
  id: 'fetchId',
  name: 'sourceName',
  key: ['fetchId'],
  order: [
    { by: 'startedAt', desc: true },
    { by: 'fetchId', desc: true },
  ],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    fetchId: { ...id(), notIn: ['table'] },
    startedAt: { kind: 'dateTime', readOnly: true, search: 'range' },
    sourceId: ref({ readOnly: true, search: 'exact', notIn: ['table', 'sheet'] }),
    sourceName: text({ max: 60, readOnly: true, search: 'like' }),
    reason: choice(fetchReasons, { readOnly: true }),
    outcome: choice(['running', 'done', 'failed'], { readOnly: true, search: 'exact' }),
    newestRelease: { kind: 'dateTime', readOnly: true },
    rowsRead: integer({ readOnly: true }),
    added: integer({ readOnly: true }),
    revised: integer({ readOnly: true }),
    unchanged: integer({ readOnly: true }),
    skipped: integer({ readOnly: true }),
    /** What was skipped, as `reason count`, joined by commas. */
    skipReasons: text({ max: 500, readOnly: true, onDemand: true }),
    problem: text({ max: 100, readOnly: true, keyed: true }),
    problemDetail: text({ max: 300, readOnly: true }),
    finishedAt: { kind: 'dateTime', readOnly: true, onDemand: true },
  },
});
