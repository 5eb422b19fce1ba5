import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A moment by the monotonic clock of the machine. */
export interface Uptime {
  /** What the clock counts from; moments with another one cannot be compared. */
  bootId: string;
  ms: number;
}

const nanosecondsPerMs = 1_000_000n;
let bootId: string | undefined;

/** The monotonic clock of the machine: it goes on while a process is restarted. */
export function readUptime(): Uptime {
  bootId ??= findBootId();
  return { bootId, ms: Number(process.hrtime.bigint() / nanosecondsPerMs) };
}

function findBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Only Linux says so: elsewhere moments of another process cannot be compared.
    return randomUUID();
  }
}
