import { readFileSync } from 'node:fs';

/** Highest resident memory, in megabytes, that any process which this one starts during some work needs. */
export async function measureChildMemory(work: () => Promise<unknown>): Promise<number> {
  let highest = 0;
  const timer = setInterval(() => {
    const children = read(`/proc/${process.pid}/task/${process.pid}/children`).split(' ');
    for (const child of children.filter(Boolean)) {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(read(`/proc/${child}/status`))?.[1] ?? 0;
      highest = Math.max(highest, Number(kilobytes) / 1024);
    }
  }, 5);
  await work();
  clearInterval(timer);
  return highest;
}

/** A process may have ended since it was listed; other systems than Linux tell nothing here. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
