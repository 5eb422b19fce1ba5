import { productVersion } from '../version.ts';
import type { Occurrence } from './cause.rule.ts';

interface Circumstances {
  url?: string;
  requestId?: string;
  userName?: string | undefined;
}

/** An error of the server, as the error log keeps it. */
export function describeFault(error: unknown, { url, requestId, userName }: Circumstances = {}): Occurrence {
  const isError = error instanceof Error;
  return {
    source: 'server',
    kind: isError ? error.name : typeof error,
    message: isError ? error.message : String(error),
    stack: isError ? error.stack : undefined,
    userName,
    url,
    requestId,
    version: productVersion,
    browser: undefined,
    count: 1,
  };
}
