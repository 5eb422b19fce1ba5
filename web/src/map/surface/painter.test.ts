import { expect, it } from 'vitest';
import { openPainter, type SurfaceWorker } from './painter.ts';
import type { SurfaceDone, SurfaceTask } from './surface.worker.ts';

/** A fake worker that answers on request, with as many bytes as the task is wide. */
function openSlowWorker() {
  const asked: SurfaceTask[] = [];
  let listen: (event: { data: SurfaceDone }) => void = () => undefined;
  const worker: SurfaceWorker = {
    postMessage: (task) => asked.push(task),
    addEventListener: (_, listener) => {
      listen = listener;
    },
  };
  let answered = 0;
  const answer = () =>
    listen({ data: { pixels: new Uint8ClampedArray(asked[answered++]?.grid.columns ?? 0) } });
  return { worker, asked, answer };
}

const taskOf = (columns: number): SurfaceTask => ({
  points: [],
  steps: [],
  theme: 'light',
  grid: { west: columns, south: 0, east: columns + 1, north: 1, columns, rows: 1 },
});

it('delivers each result with its own task, whatever was requested meanwhile', () => {
  const { worker, asked, answer } = openSlowWorker();
  const painted: [pixels: number, west: number][] = [];
  const paint = openPainter(worker, ({ pixels }, { grid }) => painted.push([pixels.length, grid.west]));
  for (const columns of [1, 2, 3]) paint(taskOf(columns));
  expect(asked).toHaveLength(1);
  answer();
  expect(painted).toEqual([[1, 1]]);
  answer();
  // The second task was replaced while it waited.
  expect(painted).toEqual([
    [1, 1],
    [3, 3],
  ]);
  paint(taskOf(4));
  answer();
  expect(painted.at(-1)).toEqual([4, 4]);
  expect(asked.map(({ grid }) => grid.west)).toEqual([1, 3, 4]);
});
