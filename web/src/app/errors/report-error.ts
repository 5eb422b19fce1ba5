import { reportError as endpoint } from '@limpid/contract/monitor/error-log';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { readStoredToken } from '../../lib/token.ts';
import { makeReporter } from './reporter.ts';

const report = makeReporter((body) => {
  // A failed report is not reported again, which would never end.
  call(endpoint, { body, quiet: true }).catch(() => undefined);
});

/** Reports an error to the server; only logged-in users can. */
export function reportBrowserError(error: unknown): void {
  if (isReportable(error) && readStoredToken() !== undefined) report(error);
}

/** Failed calls are known to the server already; the other exceptions are noise of browsers. */
function isReportable(error: unknown): boolean {
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError'))
    return false;
  return !(error instanceof Error && /^(?:Script error|ResizeObserver loop)/.test(error.message));
}

/** Reports errors that no boundary catches: of handlers, timers and unhandled promises. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    if (error) reportBrowserError(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => reportBrowserError(reason));
}
