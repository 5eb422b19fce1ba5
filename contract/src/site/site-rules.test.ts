import { describe, expect, it } from 'vitest';
import { parseCoordinatePair } from './coordinates.ts';
import { findAddressProblem } from './forward-address.ts';
import { differenceOfZone, zoneOfDifference } from './time-difference.ts';

describe('a pair of coordinates', () => {
  it.each(['116.404,39.915', ' 116.404, 39.915 ', '116.404，39.915', '116.404 39.915', '+116.404;39.915'])(
    'is read from %j',
    (text) => expect(parseCoordinatePair(text)).toEqual({ longitude: 116.404, latitude: 39.915 }),
  );

  it.each(['', '116.404', '116.404,', '116,404,39,915', 'a, b', '116.404, 39.915, 3'])('is not %j', (text) =>
    expect(parseCoordinatePair(text)).toBeUndefined(),
  );
});

describe('a difference from China', () => {
  const winter = new Date('2026-01-15T00:00:00Z');
  const summer = new Date('2026-07-15T00:00:00Z');

  it('maps to a zone that keeps it all year', () => {
    for (let hours = -20; hours <= 6; hours += 0.25) {
      const zone = zoneOfDifference(hours);
      if (zone === undefined) continue;
      expect(differenceOfZone(zone, winter), zone).toBe(hours);
      expect(differenceOfZone(zone, summer), zone).toBe(hours);
    }
  });

  it.each([-20, -16, -8, -7, -2.5, 0, 1, 1.5, 6])('of %d hours maps to a zone', (hours) => {
    expect(zoneOfDifference(hours)).toBeTypeOf('string');
  });

  it.each([-21, 7, 0.1, -11.5])('of %d hours maps to no zone', (hours) => {
    expect(zoneOfDifference(hours)).toBeUndefined();
  });

  it('of a zone with daylight saving time depends on the day', () => {
    expect(differenceOfZone('Europe/Paris', winter)).toBe(-7);
    expect(differenceOfZone('Europe/Paris', summer)).toBe(-6);
  });
});

describe('forward addresses', () => {
  it.each([
    ['hj212-2017', 'a:1'],
    ['hj212-2017', 'up.example.cn:8212#10.0.0.1:65535#[::1]:1'],
    ['json', 'https://a.example/in?x=1'],
    ['json', 'https://a.example/in#https://b.example:8443/'],
  ])('of the protocol %s may be %s', (protocol, text) => {
    expect(findAddressProblem(text, protocol)).toBeUndefined();
  });

  it.each([
    ['hj212-2017', 'a', 'entity.forward_address'],
    ['hj212-2017', 'a:0', 'entity.forward_address'],
    ['hj212-2017', 'a b:1', 'entity.forward_address'],
    ['hj212-2017', '-a:1', 'entity.forward_address'],
    ['hj212-2017', 'tcp://a:1', 'entity.forward_address'],
    ['hj212-2017', '999.1.1.1:1', 'entity.forward_address'],
    ['json', 'a:1', 'entity.forward_web'],
    ['json', 'ftp://a.example/', 'entity.forward_web'],
    ['json', 'https://', 'entity.forward_web'],
  ])('of the protocol %s may not be %s', (protocol, text, key) => {
    expect(findAddressProblem(text, protocol)).toMatchObject({ key });
  });
});
