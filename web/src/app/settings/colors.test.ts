import { describe, expect, it } from 'vitest';
import { themeColors } from './appearance.ts';
import { computeContrast, deriveShades } from './colors.ts';

const grounds = {
  light: ['#ffffff', '#f4f6f9'],
  dark: ['#0e141b', '#151d27', '#1b2531'],
};

describe('every theme colour', () => {
  for (const [name, { base, swatch }] of Object.entries(themeColors)) {
    for (const mode of ['light', 'dark'] as const) {
      it(`${name} is readable in ${mode}`, () => {
        const shades = deriveShades(base, swatch, mode === 'dark');
        for (const fill of [shades.fill, shades.fillHover]) {
          expect(computeContrast(fill, '#ffffff')).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of [...grounds[mode], shades.soft, shades.softHover]) {
          expect(computeContrast(shades.text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(computeContrast(shades.textHover, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const deep of ['#1f2d3d', '#111923']) {
          expect(computeContrast(shades.side, deep)).toBeGreaterThanOrEqual(4.5);
        }
      });
    }
  }

  it('keeps the shades of the default colour', () => {
    const { base, swatch } = themeColors.blue;
    expect(deriveShades(base, swatch, false)).toMatchObject({ fill: '#1668dc', side: '#409eff' });
  });
});

it('computes contrast as WCAG does', () => {
  expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
