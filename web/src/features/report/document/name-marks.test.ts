import { expect, it } from 'vitest';
import { nameMarks } from './name-marks.ts';

it('marks with the same text share a letter', () => {
  const { legend, markAt } = nameMarks({
    marks: [
      { row: 0, column: 1, mark: 'too few hours' },
      { row: 0, column: 2, mark: 'reference' },
      { row: 3, column: 1, mark: 'too few hours' },
    ],
  });
  expect(legend).toEqual([
    { letter: 'a', text: 'too few hours' },
    { letter: 'b', text: 'reference' },
  ]);
  expect(markAt(3, 1)?.letter).toBe('a');
  expect(markAt(2, 1)).toBeUndefined();
});
