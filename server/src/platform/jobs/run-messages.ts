import { AppError } from '@limpid/contract/errors';
import { makeStoredText } from '../texts.ts';
import type { TaskOutcome } from './tasks.ts';

const maxReason = 300;
const maxTrace = 2000;

export function doneMessage(ms: number, outcome: TaskOutcome | undefined): string {
  return makeStoredText(outcome?.key ?? 'monitor.task.log.done', { ...outcome?.params, ms });
}

export function failedMessage(ms: number, error: unknown): string {
  if (error instanceof AppError) return makeStoredText(`errors.${error.key}`, error.params);
  const reason = error instanceof Error ? error.message : String(error);
  return makeStoredText('monitor.task.log.failed', { ms, reason: clean(reason, maxReason) });
}

export function interruptedMessage(): string {
  return makeStoredText('monitor.task.log.interrupted');
}

/** Details for finding the cause. */
export function readErrorStack(error: unknown): string {
  return clean(error instanceof Error ? (error.stack ?? error.message) : String(error), maxTrace);
}

/** Removes what a text column refuses: zero bytes and lone surrogates. */
function clean(text: string, max: number): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}
