import { expect, it } from 'vitest';
import { findChanges } from './find-changes.ts';

const stored = {
  homeZhTitle: '澄城空气',
  homeEnTitle: null,
  homeFrTitle: null,
  mapZhTitle: null,
  mapEnTitle: null,
  mapFrTitle: null,
  homeLogo: 'a',
  loginBackground: null,
  loginUrl: null,
  mapApproval: null,
};

it('finds nothing in what is the same once it is stored', () => {
  expect(
    findChanges(stored, { ...stored, homeZhTitle: ' 澄城空气 ', homeEnTitle: '  ', loginUrl: '' }),
  ).toEqual({});
  expect(findChanges(stored, {})).toEqual({});
});

it('finds what was typed, emptied or chosen, and nothing else', () => {
  expect(findChanges(stored, { ...stored, homeZhTitle: '', homeFrTitle: 'Air ', homeLogo: null })).toEqual({
    homeZhTitle: null,
    homeFrTitle: 'Air',
    homeLogo: null,
  });
});
