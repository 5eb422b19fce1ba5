import { expect, it } from 'vitest';
import { demoLayers, readView, wholeView, writeView } from './map-view.ts';

it('restores a view from its address and keeps other parameters', () => {
  const view = {
    centre: [4.8357, -45.764] as const,
    zoom: 10.5,
    layer: 'PM2.5',
    search: '东门 A&B',
    entityIds: [3, 8],
    levels: [5, 12],
    states: ['off', 'on'] as const,
    siteId: 12,
    alarmId: 4711,
    hour: 1_794_880_800_000,
    station: '1001A',
    surface: true,
    wind: true,
    references: true,
    cannons: false,
  };
  const address = writeView(view, new URLSearchParams('lan=fr'));
  expect(address.get('lan')).toBe('fr');
  expect(readView(new URLSearchParams(address.toString()))).toEqual(view);
});

it('writes no parameters for the default view', () => {
  expect(writeView(wholeView, new URLSearchParams('site=3&q=x')).toString()).toBe('');
});

it.each([
  'at=200,10,5',
  'at=abc',
  'at=1,2,99',
  'at=,,',
  'at=1',
  'entity=x,-1,1.5',
  'level=13,0',
  'state=broken',
  'site=drop',
  'alarm=-1,x',
  'hour=soon',
  'show=what',
  'at=abc&zoom=999&site=0&show=x',
  'at=NaN,NaN,NaN&site=-5&level=&entity=,,,',
  'at=181,0,3',
  'at=0,90.1',
  'site=1e999',
])('what cannot be read is left out: %s', (address) => {
  // A place with an impossible zoom is still a place.
  const centre = address === 'at=1,2,99' ? [1, 2] : undefined;
  expect(readView(new URLSearchParams(address))).toEqual({ ...wholeView, centre });
});

it('opens the demonstration with surface and wind, which an address can change or hide', () => {
  const read = (text: string) => {
    const { surface, wind, references } = readView(new URLSearchParams(text), demoLayers);
    return [surface, wind, references];
  };
  expect(read('')).toEqual([true, true, false]);
  expect(read('show=references')).toEqual([false, false, true]);
  expect(read('show=none')).toEqual([false, false, false]);
  const write = (view: object) =>
    writeView({ ...wholeView, ...view }, new URLSearchParams(), demoLayers).toString();
  expect(write(demoLayers)).toBe('');
  expect(write({ wind: true })).toBe('show=wind');
  expect(write({})).toBe('show=none');
});
