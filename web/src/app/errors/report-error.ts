import { reportError as endpoint } from '@limpid/contract/monitor/error-log';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { readStoredToken } from '../../lib/token.ts';
import { makeReporter } from './reporter.ts';

const report = makeReporter((body) => {
  // Whatever keeps it from arriving is no news: telling of that would never end.
  call(endpoint, { body, quiet: true }).catch(() => undefined);
});

/** Tells the server that something went wrong here; before logging in there is nobody to tell it. */
export function reportBrowserError(error: unknown): void {
  if (isWorthTelling(error) && readStoredToken() !== undefined) report(error);
}

/** Failed calls have been told to the person and are known to the server; the rest is noise of browsers. */
function isWorthTelling(error: unknown): boolean {
  if (error instanceof CallError || (error instanceof DOMException && error.name === 'AbortError'))
    return false;
  return !(error instanceof Error && /^(?:Script error|ResizeObserver loop)/.test(error.message));
}

/** What no boundary catches: handlers, timers, and promises nobody waits for. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    if (error) reportBrowserError(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => reportBrowserError(reason));
}
