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

it('finds no change in values that are stored alike', () => {
  expect(
    findChangedFields(stored, { ...stored, homeZhTitle: ' 澄城空气 ', homeEnTitle: '  ', loginUrl: '' }),
  ).toEqual({});
  expect(findChangedFields(stored, {})).toEqual({});
});

it('finds exactly the fields that were typed, cleared or chosen', () => {
  expect(
    findChangedFields(stored, { ...stored, homeZhTitle: '', homeFrTitle: 'Air ', homeLogo: null }),
  ).toEqual({
    homeZhTitle: null,
    homeFrTitle: 'Air',
    homeLogo: null,
  });
});
