import { deriveSeed, randomNormal } from '../random.ts';
import type { DeviceType } from '../site.ts';
import {
  type ChannelCode,
  channelsByDeviceType,
  type InstrumentChannel,
  instrumentChannels,
} from './channels.ts';
import type { SiteAir } from './site-air.ts';

export interface Gauge {
  code: ChannelCode;
  channel: InstrumentChannel;
  seed: number;
}

/** The gauges of a device, in the order in which it reports them. */
export function makeGauges(type: DeviceType, seed: number): Gauge[] {
  return channelsByDeviceType[type].map((code) => ({
    code,
    channel: instrumentChannels[code],
    seed: deriveSeed(seed, code),
  }));
}

/** Reads a gauge at a second: the value with noise, rounded to its resolution and clamped to its range. */
export function readGauge({ channel, seed }: Gauge, air: SiteAir, second: number): number {
  const { step, range, share, floor } = channel;
  const value = channel.read(air);
  const shown = value + randomNormal(seed, second) * (share * Math.abs(value) + floor);
  const [least, most] = range;
  return quantise(shown < least ? least : shown > most ? most : shown, step);
}

/** Rounds to a decimal step by dividing by an integer, which gives the number as people write it. */
export function quantise(value: number, step: number): number {
  const parts = Math.round(1 / step);
  return Math.round(value * parts) / parts;
}

const haze = 85;

/** Interpolates between two knots of the model. */
export function blendAir(into: SiteAir, from: SiteAir, to: SiteAir, part: number): void {
  into.fine = from.fine + (to.fine - from.fine) * part;
  into.coarse = from.coarse + (to.coarse - from.coarse) * part;
  into.gravel = from.gravel + (to.gravel - from.gravel) * part;
  into.sulphur = from.sulphur + (to.sulphur - from.sulphur) * part;
  into.nitrogenDioxide = from.nitrogenDioxide + (to.nitrogenDioxide - from.nitrogenDioxide) * part;
  into.nitrogenOxide = from.nitrogenOxide + (to.nitrogenOxide - from.nitrogenOxide) * part;
  into.carbonMonoxide = from.carbonMonoxide + (to.carbonMonoxide - from.carbonMonoxide) * part;
  into.ozone = from.ozone + (to.ozone - from.ozone) * part;
  into.organics = from.organics + (to.organics - from.organics) * part;
  into.sound = from.sound + (to.sound - from.sound) * part;
  into.temperature = from.temperature + (to.temperature - from.temperature) * part;
  into.humidity = from.humidity + (to.humidity - from.humidity) * part;
  into.pressure = from.pressure + (to.pressure - from.pressure) * part;
  into.east = from.east + (to.east - from.east) * part;
  into.north = from.north + (to.north - from.north) * part;
}

/** Adds gusts, and droplets that an optical gauge measures as fine dust. */
export function disturbAir(air: SiteAir, type: DeviceType, seed: number, second: number): void {
  const gust = 0.12 * (Math.abs(air.east) + Math.abs(air.north)) + 0.12;
  air.east += gust * randomNormal(seed, second);
  air.north += gust * randomNormal(seed + 1, second);
  if (type !== 'AMBIENT' && air.humidity > haze) air.fine *= 1 + 0.035 * (air.humidity - haze);
}
