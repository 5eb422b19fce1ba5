import { describe, expect, it } from 'vitest';
import { printText } from './text-runs.rule.ts';

describe('a printed text', () => {
  it.each([
    ['PM₂.₅', ['PM', { sub: '2.5' }]],
    ['PM₂,₅ et O₃', ['PM', { sub: '2,5' }, ' et O', { sub: '3' }]],
    ['PM2.5, PM10 SO2', ['PM', { sub: '2.5' }, ', PM', { sub: '10' }, ' SO', { sub: '2' }]],
    ['首要污染物PM2.5和O3', ['首要污染物PM', { sub: '2.5' }, '和O', { sub: '3' }]],
    ['1ᵉʳ mars', ['1', { sup: 'er' }, ' mars']],
  ])('lowers and raises %s', (text, runs) => {
    expect(printText(text, 'zh')).toEqual(runs);
  });

  it.each(['PM2.51', 'XPM10', 'SO23', 'O3x', 'NO_2', 'm³', '10³', 'PM25'])('keeps %s as it is', (text) => {
    expect(printText(text, 'en')).toBe(text);
  });

  it('keeps French names together in Chinese texts only', () => {
    expect(printText('由L’Haÿ运维', 'zh')).toEqual(['由', { latin: 'L’Haÿ' }, '运维']);
    expect(printText('par L’Haÿ', 'fr')).toBe('par L’Haÿ');
  });

  it('has no characters that the font lacks or that cannot be printed', () => {
    expect(printText('a\u0007b\ud800c 1\u202f000', 'fr')).toBe('a b\ufffdc 1\u00a0000');
  });

  it('may break a word that is longer than its place, and no number before its unit', () => {
    expect(printText('x'.repeat(19), 'en', 'column')).toHaveLength(37);
    expect(printText('x'.repeat(19), 'en')).toBe('x'.repeat(19));
    expect(printText('0.9 mg/m³, 80 %', 'en')).toBe('0.9\u00a0mg/m³, 80\u00a0%');
  });
});
