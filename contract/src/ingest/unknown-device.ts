import { choice, id, longText, ref, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const moment = { kind: 'dateTime', readOnly: true } as const;

/** Devices that report without being registered; the form to register one is filled from its packets. */
export const unknownDevice = resource({
  path: '/ingest/unknown',
  permission: 'ingest:unknown',
  texts: 'ingest.unknown',
  id: 'deviceId',
  name: 'mn',
  key: ['mn'],
  order: [{ by: 'firstSeen', desc: true }],
  without: ['query', 'add', 'edit', 'export', 'import'],
  fields: {
    deviceId: { ...id(), notIn: ['table'] },
    mn: text({ max: 64, search: 'like', readOnly: true }),
    address: text({ max: 64, search: 'like', notIn: ['table'], readOnly: true }),
    version: choice(['2005', '2017', '2025'], {
      label: 'monitor.client.fields.version',
      notIn: ['table'],
      readOnly: true,
    }),
    /** ST: the kind of pollution that the device claims to monitor. */
    system: text({ max: 64, notIn: ['table'], readOnly: true }),
    codes: longText({ max: 2000, readOnly: true }),
    /** The device type that knows most of these codes. */
    deviceTypeId: ref({ shows: 'typeName', notIn: ['table'], readOnly: true }),
    typeName: text({ max: 50, readOnly: true, notIn: ['table'] }),
    packets: { kind: 'integer', readOnly: true },
    firstSeen: { ...moment, notIn: ['table'] },
    lastSeen: moment,
  },
});
