import { type ErrorReport, reportLimits } from '@limpid/contract/monitor/error-log';

/** Repeats within this time are only counted. */
const quietMs = 30_000;
/** The limit of different errors within that time. */
const maxWaiting = 10;

/** The file name of the script identifies the build; unlike a version, it reveals nothing to visitors. */
const build = new URL(import.meta.url).pathname.split('/').at(-1) ?? '';

/** Sends an error once, and the number of its repeats a while later. */
export function makeReporter(send: (report: ErrorReport) => void): (error: unknown) => void {
  const waiting = new Map<string, number>();
  return (error) => {
    const report = describeError(error);
    const name = `${report.kind} ${report.message} ${report.stack?.slice(0, 300)}`;
    const again = waiting.get(name);
    if (again !== undefined) return void waiting.set(name, again + 1);
    if (waiting.size >= maxWaiting) return;
    waiting.set(name, 0);
    send(report);
    setTimeout(() => {
      const count = waiting.get(name) ?? 0;
      waiting.delete(name);
      if (count > 0) send({ ...report, count });
    }, quietMs);
  };
}

function describeError(error: unknown): ErrorReport {
  const isError = error instanceof Error;
  return {
    kind: cut(isError ? error.name : typeof error, 'kind') || 'Error',
    message: cut(isError ? error.message : String(error), 'message') || '-',
    ...(isError && error.stack && { stack: cut(error.stack, 'stack') }),
    url: cut(location.pathname, 'url'),
    version: cut(build, 'version'),
  };
}

function cut(text: string, field: keyof typeof reportLimits): string {
  return text.trim().slice(0, reportLimits[field]).toWellFormed().replaceAll('\0', '');
}
