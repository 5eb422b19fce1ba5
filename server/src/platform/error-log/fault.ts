import { productVersion } from '../version.ts';
import type { Occurrence } from './cause.rule.ts';

interface ErrorContext {
  url?: string;
  requestId?: string;
  userName?: string | undefined;
}

/** An error of the server, as the error log stores it. */
export function describeServerError(
  error: unknown,
  { url, requestId, userName }: ErrorContext = {},
): Occurrence {
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
