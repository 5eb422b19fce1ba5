/** Runs one at a time; any number of calls during a run lead to one more run, so the last change is never missed. */
export function runOnceMore(work: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isAskedAgain = false;
  const run = () => {
    isAskedAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    void work().finally(() => {
      isRunning = false;
      if (isAskedAgain) run();
    });
  };
  return run;
}
