import type { SurfaceDone, SurfaceTask } from './surface.worker.ts';

/** The part of a worker that the painter uses. */
export interface SurfaceWorker {
  postMessage(task: SurfaceTask): void;
  addEventListener(type: 'message', hear: (event: { data: SurfaceDone }) => void): void;
}

/**
 * Computes surfaces one at a time; of the waiting tasks only the newest is kept. Each result is delivered with its own task,
 * because the next task may be for another area.
 */
export function openPainter(
  worker: SurfaceWorker,
  onPainted: (done: SurfaceDone, task: SurfaceTask) => void,
): (task: SurfaceTask) => void {
  let asked: SurfaceTask | undefined;
  let next: SurfaceTask | undefined;
  function ask(task: SurfaceTask | undefined): void {
    asked = task;
    next = undefined;
    if (task) worker.postMessage(task);
  }
  worker.addEventListener('message', ({ data }) => {
    const answered = asked;
    ask(next);
    if (answered) onPainted(data, answered);
  });
  return (task) => {
    if (asked) next = task;
    else ask(task);
  };
}
