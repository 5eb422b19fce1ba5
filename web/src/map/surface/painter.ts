import type { SurfaceDone, SurfaceTask } from './surface.worker.ts';

/** The part of a worker that the painter uses. */
export interface SurfaceWorker {
  postMessage(task: SurfaceTask): void;
  addEventListener(type: 'message', listener: (event: { data: SurfaceDone }) => void): void;
}

/**
 * Computes surfaces one at a time; of the waiting tasks only the newest is kept. Each result is delivered with its own task,
 * because the next task may be for another area.
 */
export function openPainter(
  worker: SurfaceWorker,
  onPainted: (done: SurfaceDone, task: SurfaceTask) => void,
): (task: SurfaceTask) => void {
  let running: SurfaceTask | undefined;
  let next: SurfaceTask | undefined;
  function start(task: SurfaceTask | undefined): void {
    running = task;
    next = undefined;
    if (task) worker.postMessage(task);
  }
  worker.addEventListener('message', ({ data }) => {
    const finished = running;
    start(next);
    if (finished) onPainted(data, finished);
  });
  return (task) => {
    if (running) next = task;
    else start(task);
  };
}
