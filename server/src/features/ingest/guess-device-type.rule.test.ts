import { expect, it } from 'vitest';
import { guessDeviceType } from './guess-device-type.rule.ts';

const ambient = { name: 'ambient', channels: [['a34004', 'pm2.5'], ['a34002'], ['a21026'], ['a05024']] };
const dust = { name: 'dust', channels: [['a34004', 'pm2.5'], ['a34002'], ['a34001', 'tsp']] };
const types = [ambient, dust];

it.each([
  ['most known codes win', ['a34004', 'a21026'], 'ambient'],
  ['codes match in either case', ['PM2.5', 'TSP'], 'dust'],
  ['of equals the fewest other channels win', ['a34004', 'a34002'], 'dust'],
  ['a channel with several names counts once', ['a34004', 'pm2.5', 'a05024'], 'ambient'],
])('guesses by the known codes: %s', (_, codes, expected) => {
  expect(guessDeviceType(codes, types)?.name).toBe(expected);
});

it('makes no guess without a known code', () => {
  expect(guessDeviceType(['x1'], types)).toBeUndefined();
  expect(guessDeviceType([''], types)).toBeUndefined();
});
