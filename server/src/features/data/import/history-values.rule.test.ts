import { describe, expect, it } from 'vitest';
import {
  defaultMarks,
  findMarks,
  isAmbiguous,
  type NumberForm,
  readNumberCell,
} from './history-values.rule.ts';

describe('a number in a file', () => {
  const form: NumberForm = { decimal: undefined, marks: defaultMarks, missing: new Set(['-200']) };

  it.each([
    '',
    '-',
    '—',
    'NA',
    'N/A',
    'NaN',
    'null',
    '-9999',
    '-999.0',
    '缺测',
    '-200',
    'nd',
    '-999,0',
    '-200.0',
    '-200,00',
  ])('is missing if written as %s', (text) => {
    expect(readNumberCell(text, form)).toBeUndefined();
  });

  it.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['1,234.5', 1234.5],
    ['-2.77555756156289e-17', -2.77555756156289e-17],
    ['<2', 1],
    ['< 0,5', 0.25],
    ['0,175', 0.175],
    ['<0,175', 0.0875],
    ['1 234', 1234],
  ])('%s is read', (text, value) => {
    expect(readNumberCell(text, form)).toBe(value);
  });

  it('is read with decimal commas on request', () => {
    const french: NumberForm = { ...form, decimal: ',' };
    const texts = ['1 234,5', '1.234,5', '1,234', '12', '0,175', '<0,175', '1.234', '0.175'];
    expect(texts.map((text) => readNumberCell(text, french))).toEqual([
      1234.5,
      1234.5,
      1.234,
      12,
      0.175,
      0.0875,
      1234,
      Number.NaN,
    ]);
  });

  it('is read with decimal points on request', () => {
    const english: NumberForm = { ...form, decimal: '.' };
    expect(['1,234', '1.234', '<1,234', '0,175'].map((text) => readNumberCell(text, english))).toEqual([
      1234,
      1.234,
      617,
      Number.NaN,
    ]);
  });

  it('keeps the number of a numeric cell, whatever the decimal mark of texts is', () => {
    expect(readNumberCell(1.234, { ...form, decimal: ',' })).toBe(1.234);
    expect(readNumberCell(-999, form)).toBeUndefined();
  });

  it.each([
    ['the same column has an unmistakable decimal comma', ['1,234', '0,2'], ',', 1.234],
    ['another value is below a limit with a decimal comma', ['1,234', '<0,168'], ',', 1.234],
    ['points are decimal', ['1,234', '0.2'], ',', 1234],
    ['commas do not separate cells', ['1,234', '7'], ';', 1.234],
    ['nothing tells', ['1,234', '7'], ',', Number.NaN],
    ['the file contradicts itself', ['1,234', '0,2', '0.2'], ';', Number.NaN],
    ['a workbook says nothing', ['1,234', 0.2], undefined, Number.NaN],
  ])('1,234 is read by the other numbers of the file: %s', (_, cells, separator, value) => {
    const marks = findMarks(cells, separator);
    expect(readNumberCell('1,234', { ...form, marks })).toBe(value);
    expect(isAmbiguous('1,234', { ...form, marks })).toBe(Number.isNaN(value));
    // An unambiguous number is read alike in any file.
    expect(['0,175', '<0,168', '0.175'].map((text) => readNumberCell(text, { ...form, marks }))).toEqual([
      0.175, 0.084, 0.175,
    ]);
  });

  it.each(['high', '1.2.3', '>5', '12a'])('is invalid if written as %s', (text) => {
    expect(readNumberCell(text, form)).toBeNaN();
  });
});
