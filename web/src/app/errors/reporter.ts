import { type ErrorReport, reportLimits } from '@limpid/contract/monitor/error-log';

/** The same again within this time is only counted. */
const quietMs = 30_000;
/** Different ones within that time; a page in which more goes wrong has said enough. */
const maxWaiting = 10;

/** The name of a built script stands for the build and, unlike a version, tells nothing to people without a session. */
const build = new URL(import.meta.url).pathname.split('/').at(-1) ?? '';

/** Sends an error on once, and how often it happened again a while later. */
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
