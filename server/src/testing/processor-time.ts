/** Measures the processor time of this process from now on, in milliseconds; other programs do not lengthen it. */
export function startProcessorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}

/** Processor time of some work in milliseconds. */
export function measureProcessorTime(work: () => void): number {
  const read = startProcessorTime();
  work();
  return read();
}
