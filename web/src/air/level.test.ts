import { expect, it } from 'vitest';
import { colourLevels, colourSequence, inkOn } from './level.ts';

it('has legible text on the colours of the levels', () => {
  const inks = ['#00e400', '#ffff00', '#ff7e00', '#ff0000', '#99004c', '#7e0023'].map(inkOn);
  expect(inks).toEqual(['#000000', '#000000', '#000000', '#000000', '#ffffff', '#ffffff']);
});

it('gives twelve levels twelve colour-blind safe colours from light to dark, and six levels the palette itself', () => {
  const levels = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ upTo: place, colour: '#123456', name: '' }));
  const fills = colourLevels(levels(12), true).map(({ fill }) => fill);
  expect(new Set(fills).size).toBe(12);
  expect(fills.every((fill) => /^#[0-9a-f]{6}$/.test(fill))).toBe(true);
  expect(fills.toSorted().toReversed()).toEqual(fills);
  expect([fills[0], fills.at(-1)]).toEqual(['#e2edf9', '#0c376b']);
  expect(colourLevels(levels(6), true).map(({ fill }) => fill)[2]).toBe('#7fb0e2');
});

it('gives the highest of several classes the colour farthest from the ground', () => {
  const [light, dark] = [colourSequence(6), colourSequence(6, true)];
  expect(light.toSorted().toReversed()).toEqual(light);
  expect(dark.toSorted()).toEqual(dark);
});
