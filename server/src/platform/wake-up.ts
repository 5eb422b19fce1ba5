/** A sleep that can be ended early. */
export function makeWakeUp() {
  let wake = () => {};
  let rung = false;
  return {
    ring(): void {
      rung = true;
      wake();
    },
    async wait(ms: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, rung ? 0 : ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      rung = false;
      wake = () => {};
    },
  };
}
