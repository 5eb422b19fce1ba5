/** Milliseconds of processor time that some work takes: unlike the clock's, other programs do not lengthen it. */
export function measureProcessorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
