import { expect, it } from 'vitest';
import { inkOn } from './level.ts';

it('figures on the colours of the levels can be read', () => {
  const inks = ['#00e400', '#ffff00', '#ff7e00', '#ff0000', '#99004c', '#7e0023'].map(inkOn);
  expect(inks).toEqual(['#000000', '#000000', '#000000', '#000000', '#ffffff', '#ffffff']);
});
