import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const largestLog = 10 * 1024 * 1024;

/** The database's log, opened for appending, so that writing continues at the end after a truncation. */
export function openLog(file: string): { descriptor: number; start: number } {
  trimLog(file);
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, start: statSync(file).size };
}

/** Keeps one older log beside the current one; the server continues to write to the same file. */
export function trimLog(file: string, limit = largestLog): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= limit) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/** The reason that the server logged for its end, since `start`. */
export function readReason(file: string, start: number): string {
  const lines = readFileSync(file).subarray(start).toString().trim().split('\n');
  // Clients that connect too early are refused with their own FATAL line.
  const telling = lines.filter(
    (line) => /FATAL|PANIC|error while loading/.test(line) && !/database system is/.test(line),
  );
  return (telling.at(-1) ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC): +/, '');
}
