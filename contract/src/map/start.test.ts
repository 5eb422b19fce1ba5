import { describe, expect, it } from 'vitest';
import { findInvalidMapSetting, readMapStart } from './start.ts';

const plain = { center: undefined, zoom: 10.5, adcode: undefined, style: 'normal' };

describe('the start of a map', () => {
  it('is undefined by default', () => {
    expect(readMapStart({})).toEqual(plain);
    const empty = { MAP_CENTER: '', MAP_ZOOM: '', MAP_LEVEL: '', MAP_ADCODE: null, MAP_STYLE: '' };
    expect(readMapStart(empty)).toEqual(plain);
    expect(findInvalidMapSetting(empty)).toBeUndefined();
  });

  it.each([
    [{ MAP_CENTER: '117.23, 31.82' }, { center: [117.23, 31.82] }],
    [{ MAP_CENTER: [117.23, 31.82] }, { center: [117.23, 31.82] }],
    [{ MAP_CENTER: '180,-90' }, { center: [180, -90] }],
    [{ MAP_ZOOM: 7 }, { zoom: 7 }],
    [{ MAP_ZOOM: '7.5', MAP_LEVEL: 'country' }, { zoom: 7.5 }],
    [{ MAP_LEVEL: 'country' }, { zoom: 3.5 }],
    [{ MAP_LEVEL: 'province' }, { zoom: 6 }],
    [{ MAP_LEVEL: 'city' }, { zoom: 9 }],
    [{ MAP_ADCODE: 340100 }, { adcode: '340100' }],
    [
      { MAP_ADCODE: '340100', MAP_STYLE: 'whitesmoke' },
      { adcode: '340100', style: 'whitesmoke' },
    ],
  ])('is read from %j', (config, start) => {
    expect(readMapStart(config)).toEqual({ ...plain, ...start });
    expect(findInvalidMapSetting(config)).toBeUndefined();
  });

  it.each([
    { MAP_CENTER: 'Hefei' },
    { MAP_CENTER: '181,10' },
    { MAP_CENTER: '10,91' },
    { MAP_CENTER: [1] },
    { MAP_CENTER: [1, 2, 3] },
    { MAP_CENTER: { lng: 1, lat: 2 } },
    { MAP_CENTER: 117.23 },
    { MAP_ZOOM: 0 },
    { MAP_ZOOM: 99 },
    { MAP_ZOOM: 'near' },
    { MAP_ZOOM: true },
    { MAP_LEVEL: 'street' },
    { MAP_LEVEL: 'toString' },
    { MAP_ADCODE: '3401' },
    { MAP_ADCODE: 'Hefei' },
    { MAP_STYLE: 'amap://styles/dark' },
    { MAP_STYLE: ['dark'] },
  ])('is the default if %j is invalid, and the key is named', (config) => {
    expect(readMapStart(config)).toEqual(plain);
    expect(findInvalidMapSetting(config)).toBe(Object.keys(config)[0]);
  });
});
