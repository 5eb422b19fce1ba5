import { expect, it } from 'vitest';
import { refinement, refineSurface } from './refine.ts';

const full = (length: number) => new Float32Array(length).fill(1);

it('keeps the value of a surface that is level', () => {
  const { values, trust } = refineSurface(
    { values: full(6).fill(40), trust: full(6) },
    { columns: 3, rows: 2 },
  );
  expect(values).toHaveLength(6 * refinement ** 2);
  expect(new Set(values)).toEqual(new Set([40]));
  expect(new Set(trust)).toEqual(new Set([1]));
});

it('rises in steps that are smaller than those between cells', () => {
  const cells = Float32Array.from([0, 30, 60]);
  const { values } = refineSurface({ values: cells, trust: full(3) }, { columns: 3, rows: 1 });
  const line = values.slice(0, 3 * refinement);
  const rises = line.slice(1).map((value, at) => value - (line[at] ?? 0));
  expect(Math.max(...rises)).toBeCloseTo(30 / refinement);
  expect(Math.min(...rises)).toBeGreaterThanOrEqual(0);
});

it('never mixes in the value of a cell that no station reaches', () => {
  const cells = { values: Float32Array.from([80, 0]), trust: Float32Array.from([0.5, 0]) };
  const { values, trust } = refineSurface(cells, { columns: 2, rows: 1 });
  const shown = [...values].filter((_, at) => (trust[at] ?? 0) > 0);
  expect(shown.length).toBeGreaterThan(0);
  for (const value of shown) expect(value).toBeCloseTo(80, 3);
  expect(trust.at(-1)).toBe(0);
});
