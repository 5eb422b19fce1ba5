import { readFileSync } from 'node:fs';

interface ChildUsage {
  /** Highest resident memory. */
  megabytes: number;
  /** Highest processor time, which other programs do not lengthen, unlike elapsed time. */
  seconds: number;
}

/** Linux reports processor time in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

/** The highest memory and processor time of any child process during some work; zero on systems other than Linux. */
export async function measureChildren(work: () => Promise<unknown>): Promise<ChildUsage> {
  const highest: ChildUsage = { megabytes: 0, seconds: 0 };
  const timer = setInterval(() => {
    const children = read(`/proc/${process.pid}/task/${process.pid}/children`).split(' ');
    for (const child of children.filter(Boolean)) {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(read(`/proc/${child}/status`))?.[1] ?? 0;
      highest.megabytes = Math.max(highest.megabytes, Number(kilobytes) / 1024);
      highest.seconds = Math.max(highest.seconds, readTicks(child) / ticksPerSecond);
    }
  }, 5);
  await work();
  clearInterval(timer);
  return highest;
}

/** User and system time: the 14th and 15th field; the second field is a name in brackets. */
function readTicks(pid: string): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** A process may have ended since it was listed. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
