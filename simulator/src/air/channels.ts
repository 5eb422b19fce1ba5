import type { DeviceType } from '../site.ts';
import type { SiteAir } from './site-air.ts';

export const simulatedChannelCodes = [
  'PM2.5',
  'PM10',
  'TSP',
  'SO2',
  'NO2',
  'CO',
  'O3',
  'NO',
  'NOx',
  'TVOC',
  'Noise',
  'TEM',
  'RH',
  'PRES',
  'WS',
  'WD',
] as const;
export type ChannelCode = (typeof simulatedChannelCodes)[number];

/** The values of a device at a moment. */
export type ChannelValues = Partial<Record<ChannelCode, number>>;
/** One array for each channel of a device, one element for each minute or hour of a range. */
export type Columns = Partial<Record<ChannelCode, Float32Array>>;

/** How an instrument measures one quantity. */
export interface InstrumentChannel {
  /** Its names in packets, now and in 2005. */
  gb: string;
  old: string;
  /** Its resolution and its range. */
  step: number;
  range: [least: number, most: number];
  /** Its noise: a share of the value, plus a constant. */
  share: number;
  floor: number;
  read(air: SiteAir): number;
}

function channel(
  [gb, old]: [string, string],
  [step, ...range]: [step: number, least: number, most: number],
  [share, floor]: [number, number],
  read: (air: SiteAir) => number,
): InstrumentChannel {
  return { gb, old, step, range, share, floor, read };
}

export const instrumentChannels: Record<ChannelCode, InstrumentChannel> = {
  'PM2.5': channel(['a34004', 'PM25'], [1, 0, 1000], [0.03, 0.4], (air) => air.fine),
  PM10: channel(['a34002', '107'], [1, 0, 2000], [0.035, 0.8], (air) => air.fine + air.coarse),
  TSP: channel(['a34001', 'TSP'], [1, 0, 5000], [0.04, 1.5], (air) => air.fine + air.coarse + air.gravel),
  SO2: channel(['a21026', '02'], [1, 0, 2700], [0.03, 0.4], (air) => air.sulphur),
  NO2: channel(['a21004', 'NO2'], [1, 0, 4000], [0.03, 0.6], (air) => air.nitrogenDioxide),
  CO: channel(['a21005', '04'], [0.01, 0, 150], [0.02, 0.01], (air) => air.carbonMonoxide),
  O3: channel(['a05024', 'O3'], [1, 0, 1200], [0.015, 0.8], (air) => air.ozone),
  NO: channel(['a21003', 'NO'], [1, 0, 2500], [0.04, 0.5], (air) => air.nitrogenOxide),
  NOx: channel(
    ['a21002', '03'],
    [1, 0, 5000],
    [0.02, 0.5],
    (air) => air.nitrogenDioxide + 1.53 * air.nitrogenOxide,
  ),
  TVOC: channel(['a99054', 'TVOC'], [0.001, 0, 100], [0.02, 0.001], (air) => air.organics),
  Noise: channel(['LA', 'B03'], [0.1, 20, 140], [0, 0.9], (air) => air.sound),
  TEM: channel(['a01001', 'TEMP'], [0.1, -50, 60], [0, 0.06], (air) => air.temperature),
  RH: channel(['a01002', 'HUMI'], [0.1, 0, 100], [0, 0.25], (air) => air.humidity),
  PRES: channel(['a01006', 'PRES'], [0.01, 50, 110], [0, 0.004], (air) => air.pressure),
  WS: channel(['a01007', 'WS'], [0.1, 0, 60], [0, 0.02], (air) => Math.sqrt(air.east ** 2 + air.north ** 2)),
  WD: channel(['a01008', 'WD'], [1, 0, 360], [0, 0], (air) => findDirection(air.east, air.north)),
};

const weather: ChannelCode[] = ['TEM', 'RH', 'PRES', 'WS', 'WD'];

/** The channels of each device type. */
export const channelsByDeviceType: Record<DeviceType, readonly ChannelCode[]> = {
  AMBIENT: ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3', 'NO', 'NOx', ...weather],
  DUST: ['PM2.5', 'PM10', 'TSP', 'Noise', ...weather],
  MICRO: ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3', 'TVOC', 'Noise', ...weather],
};

/** The direction that the wind comes from, in degrees clockwise from north. */
function findDirection(east: number, north: number): number {
  const degrees = (Math.atan2(-east, -north) * 180) / Math.PI;
  return Math.round(degrees < 0 ? degrees + 360 : degrees) % 360;
}
