import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Quantity, roundForPublication } from './round.ts';
import type { IndexRow } from './standards/row.ts';
import { standardNames as names } from './standards/standard.ts';
import { standards } from './standards.ts';
import { convertToMass, type Gas } from './units.ts';
import { type AveragingPeriod, isHourValid, isPeriodValid } from './validity.ts';

const page = readFileSync(new URL('../../docs/indices.md', import.meta.url), 'utf8');

/** The body of the first table under a heading, cell by cell. */
function readTable(heading: string): string[][] {
  const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function describeRow([item, row]: [string, IndexRow]): string[] {
  if (row.kind === 'bands') return [item, row.unit, ...row.bounds.map(String)];
  const above = { none: '–', prolonged: '…' }[String(row.above)] ?? String(row.above);
  return [item, row.unit, row.segments.map(describeSegment).join(' '), above];
}

function describeSegment([low, high, indexLow, indexHigh]: readonly number[]): string {
  return `${low}–${high}→${indexLow}–${indexHigh}`;
}

function describeChineseRow([item, row]: [string, IndexRow]): string[] {
  if (row.kind === 'bands') return [item];
  const points = [0, ...row.segments.map(([, high]) => high)].map(String);
  return [
    item,
    row.unit,
    ...points,
    ...Array<string>(8 - points.length).fill(''),
    describeRow([item, row])[3] ?? '',
  ];
}

describe('the page on indices', () => {
  it.each(names)('holds the breakpoints of %s', (name) => {
    const describeOne = name.startsWith('HJ') ? describeChineseRow : describeRow;
    expect(readTable(name)).toEqual([...standards[name].rows].map(describeOne));
  });

  it('holds the source and date of each standard', () => {
    const rows = names.map((name) => [name, standards[name].source, standards[name].since]);
    expect(readTable('Standards').map((cells) => cells.slice(0, 3))).toEqual(rows);
  });

  it('holds the levels and colours', () => {
    const rows = names.map((name) => [
      name,
      ...standards[name].levels.map(
        ({ key, colour, max }) => `${key} ${colour}${max === null ? '' : ` ≤ ${max}`}`,
      ),
    ]);
    expect(readTable('Levels')).toEqual(rows);
  });

  it('holds the pollutants that count in each mode', () => {
    const rows = names.map((name) => [
      name,
      ...(['hourly', 'daily'] as const).map((mode) =>
        standards[name].modes[mode]
          .map(({ pollutant, averagings, substitute }) => {
            const instead = substitute === undefined ? '' : ` (else ${substitute})`;
            return `${pollutant} ${averagings.join('+')}${instead}`;
          })
          .join(', '),
      ),
    ]);
    expect(readTable('Modes')).toEqual(rows.map((cells) => cells.map((cell) => cell || '–')));
  });

  it('holds the minimum counts of valid averages', () => {
    const table = readTable('Averages');
    expect(table.map(([period]) => period)).toEqual([
      'hour',
      'eightHours',
      'day',
      'month',
      'February',
      'year',
    ]);
    for (const [period = '', cell] of table) {
      const least = Number.parseInt(cell ?? '', 10);
      const isValid = (count: number) => {
        if (period === 'hour') return isHourValid(count, 60);
        if (period === 'February') return isPeriodValid('month', count, 2);
        // The first column was compared above.
        return isPeriodValid(period as AveragingPeriod, count);
      };
      expect([isValid(least - 1), isValid(least)]).toEqual([false, true]);
    }
  });

  it('holds the decimals of published values', () => {
    for (const [quantities = '', decimals] of readTable('Decimals')) {
      for (const quantity of quantities.split(', ')) {
        // An unknown quantity gives NaN and fails.
        const rounded = roundForPublication(quantity as Quantity, 1.2345);
        expect({ quantity, rounded }).toEqual({ quantity, rounded: decimals === '0' ? 1 : 1.2 });
      }
    }
  });

  it('holds the factors between volume and mass', () => {
    const table = readTable('Units');
    expect(table.length).toBe(7);
    for (const [gas, ...factors] of table) {
      const computed = ([25, 20, 0] as const).map((celsius) =>
        convertToMass(gas as Gas, 1, celsius)?.toFixed(3),
      );
      expect({ gas, factors }).toEqual({ gas, factors: computed });
    }
  });
});
