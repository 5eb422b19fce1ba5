import { readMapStart } from '@limpid/contract/map/start';
import { expect, it } from 'vitest';
import { chooseStart, isUndecided } from './choose-start.ts';

const nowhere = { centre: undefined, zoom: undefined };
const city = { MAP_CENTER: '117.23,31.82', MAP_LEVEL: 'city', MAP_ADCODE: '340100' };

it('prefers the address to the setting of the installation', () => {
  const address = { centre: [4.8, 45.7], zoom: 12 } as const;
  expect(chooseStart(address, readMapStart(city))).toEqual({ center: [4.8, 45.7], zoom: 12 });
  const start = chooseStart(nowhere, readMapStart(city));
  expect(start).toEqual({ center: [117.23, 31.82], zoom: 9 });
  expect(isUndecided(start, 'amap')).toBe(false);
});

it('uses an administrative code on maps that support it', () => {
  const start = chooseStart(nowhere, readMapStart({ MAP_ADCODE: '340100' }));
  expect(start.adcode).toBe('340100');
  expect([isUndecided(start, 'amap'), isUndecided(start, 'embedded')]).toEqual([false, true]);
});

it('leaves the start to the sites otherwise', () => {
  const start = chooseStart(nowhere, readMapStart({ MAP_CENTER: 'somewhere', MAP_ZOOM: 7 }));
  expect(start).toMatchObject({ center: [60, 30], zoom: 1.5 });
  expect(isUndecided(start, 'embedded')).toBe(true);
});
