import { expect, it } from 'vitest';
import { findChangedFields } from './find-changes.ts';

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
    findChangedFields(stored, { ...stored, homeZhTitle: ' 澄城空气 ', homeEnTitle: '  ', loginUrl: '' }),
  ).toEqual({});
  expect(findChangedFields(stored, {})).toEqual({});
});

it('finds what was typed, emptied or chosen, and nothing else', () => {
  expect(
    findChangedFields(stored, { ...stored, homeZhTitle: '', homeFrTitle: 'Air ', homeLogo: null }),
  ).toEqual({
    homeZhTitle: null,
    homeFrTitle: 'Air',
    homeLogo: null,
  });
});
