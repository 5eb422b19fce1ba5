import { id, number, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

const amount = (decimals: number) => number({ readOnly: true, decimals });
const fact = { readOnly: true } as const;

/** Published hours of the stations that calibrations use. */
export const calibrationHistory = resource({
  path: '/site/calibrationHistory',
  permission: 'site:calibrationHistory',
  texts: 'calibration.history',
  id: 'readingId',
  name: 'stationName',
  key: ['stationCode', 'releaseTime'],
  order: [
    { by: 'releaseTime', desc: true },
    { by: 'readingId', desc: true },
  ],
  sortable: ['releaseTime', 'stationCode', 'readingId'],
  without: ['add', 'edit', 'remove', 'import', 'query'],
  fields: {
    readingId: { ...id(), notIn: ['table', 'sheet'] },
    province: text({ ...fact, max: 64, search: 'like' }),
    city: text({ ...fact, max: 64, search: 'like' }),
    stationCode: text({ ...fact, max: 32, search: 'like' }),
    stationName: text({ ...fact, max: 100, search: 'like' }),
    pm25: amount(0),
    pm10: amount(0),
    so2: amount(0),
    no2: amount(0),
    o3: amount(0),
    co: amount(1),
    releaseTime: { kind: 'dateTime', ...fact, search: 'range' },
    /** When this installation got it. */
    createTime: { kind: 'dateTime', ...fact },
  },
});
