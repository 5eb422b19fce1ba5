import type { PacketFields } from '@limpid/hj212/encode';
import type { PacketField } from '@limpid/hj212/fields';
import { writeNumber } from '@limpid/hj212/numbers';
import type { Version } from '@limpid/hj212/packet';
import { type ChannelCode, type ChannelValues, instrumentChannels } from '../air/channels.ts';
import { type ChannelSummary, summariseChannel } from '../air/means.ts';
import type { DeviceType } from '../site.ts';

export type PacketItems = PacketFields['items'];

/** System codes: air quality, and dust of construction sites. */
export const systems: Record<DeviceType, string> = { AMBIENT: '22', MICRO: '22', DUST: '39' };

/** The factor of the power supply: 1 while the station runs on its battery. */
export const standbyPowerCode = 'StandbyPower';

/** The name of a channel in packets. */
export function writeFactorCode(code: ChannelCode, version: Version): string {
  const { gb, old } = instrumentChannels[code];
  return version === '2005' ? old : gb;
}

function listCodes(values: object): ChannelCode[] {
  // Values are created with these keys only.
  return Object.keys(values) as ChannelCode[];
}

function field(factor: string, suffix: string, value: number): PacketField {
  return { name: `${factor}-${suffix}`, value: writeNumber(value) };
}

/** One reading as the items of real-time data. */
export function writeRealTime(values: ChannelValues, version: Version): PacketItems {
  return listCodes(values).map((code) => {
    const factor = writeFactorCode(code, version);
    return [field(factor, 'Rtd', values[code] ?? 0), { name: `${factor}-Flag`, value: 'N' }];
  });
}

export function writePower(onBattery: boolean): PacketItems {
  return [
    [field(standbyPowerCode, 'Rtd', onBattery ? 1 : 0), { name: `${standbyPowerCode}-Flag`, value: 'N' }],
  ];
}

/** The state of the instrument (i12001): 6 is a power fault, 0 normal operation. */
export function writePowerState(onBattery: boolean): PacketItems {
  return [
    [{ name: 'PolId', value: instrumentChannels['PM2.5'].gb }],
    [{ name: 'i12001-Info', value: onBattery ? '6' : '0' }],
  ];
}

/** Aggregated readings as the items of minute, hour or day data. */
export function writeSummary(readings: readonly ChannelValues[], version: Version): PacketItems {
  return listCodes(readings[0] ?? {}).map((code) => {
    const summary = summariseChannel(
      code,
      readings.map((values) => values[code] ?? 0),
    );
    return writeFactor(writeFactorCode(code, version), summary);
  });
}

function writeFactor(factor: string, { min, avg, max }: ChannelSummary): PacketField[] {
  return [
    field(factor, 'Min', min),
    field(factor, 'Avg', avg),
    field(factor, 'Max', max),
    { name: `${factor}-Flag`, value: 'N' },
  ];
}

/** Hour data with means only. */
export function writeMeans(values: ChannelValues, version: Version): PacketItems {
  return listCodes(values).map((code) => {
    const factor = writeFactorCode(code, version);
    return [field(factor, 'Avg', values[code] ?? 0), { name: `${factor}-Flag`, value: 'N' }];
  });
}
