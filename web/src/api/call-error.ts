import i18next from 'i18next';
import { getNotifier } from './notifier.ts';

export class CallError extends Error {
  readonly code: number;
  /** The form field the error belongs to. */
  readonly field: string | undefined;

  constructor(message: string, code: number, field?: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.field = field;
  }
}

/** Codes of requests without a response. */
export const noResponse = 0;
export const timedOut = -1;

export function catalogueText(code: number): string {
  switch (code) {
    case noResponse:
      return i18next.t('shell.errors.network');
    case timedOut:
      return i18next.t('shell.errors.timeout');
    case 401:
      return i18next.t('shell.errors.401');
    case 403:
      return i18next.t('shell.errors.403');
    case 404:
      return i18next.t('shell.errors.404');
    default:
      return i18next.t('shell.errors.unknown');
  }
}

let isLoginOpen = false;
let loginClosedAt = 0;

/** Asks once, however many requests fail because the session has expired. */
function askLoginOnce(startedAt: number): void {
  if (isLoginOpen || startedAt < loginClosedAt) return;
  isLoginOpen = true;
  void getNotifier()
    .askLogin()
    .finally(() => {
      isLoginOpen = false;
      loginClosedAt = performance.now();
    });
}

/** Shows the error of a failed call; the code decides how. */
export function announceFailure(error: CallError, startedAt: number): void {
  const notifier = getNotifier();
  if (error.code === 401) askLoginOnce(startedAt);
  else if (error.field !== undefined) return;
  else if (error.code === noResponse || error.code === timedOut) notifier.error(error.message, 5);
  else if (error.code === 500) notifier.error(error.message);
  else if (error.code === 601) notifier.warning(error.message);
  else notifier.notify(error.message);
}
