import type { SurfaceDone, SurfaceTask } from './surface.worker.ts';

/** What of a worker is needed to be asked and answered. */
export interface SurfaceWorker {
  postMessage(task: SurfaceTask): void;
  addEventListener(type: 'message', hear: (event: { data: SurfaceDone }) => void): void;
}

/**
 * Has surfaces worked out one after the other; of those that wait, only the newest is wanted. Each answer goes with the task
 * that it answers: what is asked meanwhile may be of another place.
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
