import { expect, it } from 'vitest';
import { findDeviceWrites } from './coefficients.ts';

const coefficients = [{ channelId: 1, k: 2, b: 1 }];
const onDevice = { coefficientPlace: 'device', mn: 'A', protocol: 'hj212-2017', coefficients };
const setOnSite = { ...onDevice, protocol: 'hj212-2005' };
const others = [{ channelId: 2, k: 3, b: 0 }];
const taken = [{ channelId: 1, k: 1, b: 0 }];
const onPlatform = { ...onDevice, coefficientPlace: 'platform' };

it.each([
  ['a new site', onDevice, undefined, [], coefficients],
  ['a new site whose platform applies them', onPlatform, undefined, [], []],
  ['nothing that changed', onDevice, onDevice, [], []],
  ['a move to the device', onDevice, onPlatform, [], coefficients],
  ['a move back', onPlatform, onDevice, coefficients, taken],
  ['another device', { ...onDevice, mn: 'B' }, onDevice, [], coefficients],
  ['a device that gets commands from now on', onDevice, setOnSite, [], coefficients],
  ['one that the platform corrects from now on', onPlatform, setOnSite, [], taken],
  ['one that has K and B no longer', { ...onDevice, coefficients: [] }, setOnSite, [], taken],
  ['one with others', { ...onDevice, coefficients: others }, setOnSite, [], [...others, ...taken]],
  ['another one that the platform corrects', { ...onPlatform, mn: 'B' }, setOnSite, [], []],
  ['one that was never set', onPlatform, { ...setOnSite, coefficientPlace: 'platform' }, [], []],
  ['another version of the protocol', { ...onDevice, protocol: 'hj212-2025' }, onDevice, [], []],
  ['what the device has already', onDevice, onPlatform, coefficients, []],
])('saving writes to the device: %s', (_, given, before, ordered, writes) => {
  expect(findDeviceWrites(given, before, ordered)).toEqual(writes);
});
