import { AppError } from '@limpid/contract/errors';
import { makeStorable } from '../db/storable-text.ts';
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
  return makeStoredText('monitor.task.log.failed', { ms, reason: makeStorable(reason, maxReason) });
}

export function interruptedMessage(): string {
  return makeStoredText('monitor.task.log.interrupted');
}

/** Details for finding the cause. */
export function readErrorStack(error: unknown): string {
  return makeStorable(error instanceof Error ? (error.stack ?? error.message) : String(error), maxTrace);
}
