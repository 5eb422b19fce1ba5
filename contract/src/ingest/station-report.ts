import { choice, flag, id, json, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

/** Reports of stations other than measured values: equipment states, power-on, logs, states and parameters. */
export const stationReport = resource({
  path: '/ingest/report',
  permission: 'ingest:report',
  texts: 'ingest.report',
  id: 'reportId',
  name: 'siteName',
  key: ['reportId'],
  order: [{ by: 'ts', desc: true }],
  without: ['query', 'add', 'edit', 'remove', 'import'],
  fields: {
    reportId: { ...id(), notIn: ['table'] },
    siteId: ref({ notIn: ['table'], search: 'exact', readOnly: true }),
    siteName: text({ max: 100, search: 'like', readOnly: true }),
    mn: text({ max: 64, search: 'like', notIn: ['table'], readOnly: true }),
    deptId: ref({ notIn: ['table'], readOnly: true }),
    kind: choice(['2021', '2081', '3020', '3040'], { search: 'exact', readOnly: true }),
    ts: { kind: 'dateTime', search: 'range', readOnly: true },
    /** The factor of the report, and codes with their values. */
    content: json(),
    raw: longText({ max: 4000, readOnly: true }),
    receivedAt: { kind: 'dateTime', readOnly: true, onDemand: true },
    simulated: flag({ default: false, notIn: ['table'], readOnly: true }),
  },
});
