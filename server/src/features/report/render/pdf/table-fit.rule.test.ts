import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FittedColumn, fitTable, pageWidths } from './table-fit.rule.ts';

const number = (title: string, cell = '123.4'): FittedColumn => ({
  title,
  unit: 'µg/m³',
  cells: [cell],
  wraps: false,
  share: 1,
});
const text = (cell: string): FittedColumn => ({
  title: 'Site',
  unit: '',
  cells: [cell],
  wraps: true,
  share: 3,
});
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

describe('a table', () => {
  it('of eight columns fits on an upright page', () => {
    const fit = fitTable([text('People’s Park'), ...Array.from({ length: 7 }, () => number('PM₂.₅'))]);
    expect(fit).toMatchObject({ landscape: false, size: 8 });
    expect(sum(fit.widths)).toBeLessThanOrEqual(pageWidths.portrait + 0.01);
  });

  it('of fourteen columns fits across the page without smaller type', () => {
    const columns = [
      text('Industrial park, east gate'),
      ...Array.from({ length: 13 }, () => number('Change', '−12.5')),
    ];
    expect(fitTable(columns)).toMatchObject({ landscape: true, size: 8 });
  });

  it('of two narrow columns does not stretch across the page', () => {
    const widths = fitTable([text('PM10'), number('Days', '25')]).widths;
    expect(sum(widths)).toBeLessThan(pageWidths.portrait / 2);
  });

  it('gives the room of short columns to a long text', () => {
    const [long = 0, short = 0] = fitTable([
      text('x '.repeat(100)),
      ...Array.from({ length: 9 }, () => number('n', '1')),
    ]).widths;
    expect(long).toBeGreaterThan(short * 3);
  });

  it('never leaves the page, whatever its columns', () => {
    const column = fc.record({
      title: fc.string({ maxLength: 40 }),
      unit: fc.constantFrom('', '%', 'µg/m³'),
      cells: fc.array(fc.string({ maxLength: 60 }), { maxLength: 4 }),
      wraps: fc.boolean(),
      share: fc.double({ min: 0.1, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 20 }), (columns) => {
        const { landscape, size, widths } = fitTable(columns);
        expect(widths).toHaveLength(columns.length);
        expect(Math.min(...widths)).toBeGreaterThan(0);
        expect(sum(widths)).toBeLessThanOrEqual(
          (landscape ? pageWidths.landscape : pageWidths.portrait) + 0.01,
        );
        expect(size).toBeGreaterThanOrEqual(5.5);
      }),
    );
  });
});
