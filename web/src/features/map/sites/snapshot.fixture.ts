import type { MapSnapshot } from '@limpid/contract/map/sites';
import { toChannel } from '../../../air/channel.ts';
import type { IndexPreference } from '../../../air/index-preference.ts';
import { makeIndexScale } from '../../../air/index-scale.ts';
import { makeScale, type Scale } from '../scale/shade.ts';

const levels = [
  { key: 'excellent', colour: '#00E400', max: 50 },
  { key: 'good', colour: '#FFFF00', max: 100 },
  { key: 'serious', colour: '#7E0023', max: null },
];
const of = (aqi: (number | null)[], primary: number[], reference: string) => ({
  aqi,
  primary,
  reference,
  missing: aqi.map(() => 0),
});

/** Three sites: one that reports, one that is silent and has no place, one that was never heard of. */
export const snapshot: MapSnapshot = {
  channels: [
    {
      code: 'PM2.5',
      gbCode: 'a34004',
      name: 'PM2.5',
      unit: 'µg/m³',
      decimals: 0,
      dataType: 'number',
      bands: [
        { upTo: 35, colour: '#00e400', name: 'Excellent' },
        { upTo: null, colour: '#ffff00', name: 'Good' },
      ],
    },
    {
      code: 'TEMP',
      gbCode: 'a01001',
      name: 'Temperature',
      unit: '°C',
      decimals: 1,
      dataType: 'number',
      bands: [],
    },
  ],
  pollutants: ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3'],
  states: ['off', 'on', 'stopped'],
  indices: [
    { key: 'china', standard: 'HJ 633-2026', averaging: 'hour', levels },
    { key: 'us', standard: 'US EPA', averaging: 'nowcast', levels },
    { key: 'europe', standard: 'EU', averaging: 'hour', levels },
    { key: 'atmo', standard: 'ATMO', averaging: 'day', levels },
  ],
  entities: [
    { id: 9, name: 'Works', zone: 'Europe/Paris' },
    { id: 10, name: 'Town', zone: 'Asia/Shanghai' },
  ],
  hours: [3_600_000],
  sites: {
    idStep: [7, 3, 1],
    name: ['Gate', 'Yard', 'Roof'],
    mn: ['A001', 'B002', 'C003'],
    entity: [0, 1, 1],
    longitude: [4.8, null, 116.4],
    latitude: [45.7, null, 39.9],
    state: '102',
    simulated: '010',
    interval: [60, 300, 60],
    ts: [7_200_000, 1_000_000, null],
    hour: [0, null, null],
  },
  values: [
    [42.4, null, null],
    [21.5, 3, null],
  ],
  limits: { site: [0], channel: ['PM2.5'], value: [40] },
  exceptions: {
    site: [0, 1],
    channel: [1, 0],
    ts: [7_100_000, null],
    flag: [null, 'D'],
    outOfRange: [null, null],
  },
  index: {
    china: of([61, null, null], [3, 0, 0], '100'),
    us: of([110, null, null], [1, 0, 0], '000'),
    europe: of([3, null, null], [1, 0, 0], '000'),
    atmo: of([null, null, null], [0, 0, 0], '000'),
  },
};

export const snapshotChannels = snapshot.channels.map((channel) => toChannel(channel, false));

/** The scale of a layer of this snapshot; names are their translation keys. */
export function makeSnapshotScale(layer: string, preference: Partial<IndexPreference> = {}): Scale {
  const wanted: IndexPreference = { index: 'china', colourBlindSafe: false, ...preference };
  return makeScale({
    layer,
    index: makeIndexScale(wanted, snapshot.indices, (key) => key),
    channels: snapshot.channels.map((channel) => toChannel(channel, wanted.colourBlindSafe)),
  });
}
