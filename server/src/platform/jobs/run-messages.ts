import { AppError } from '@limpid/contract/errors';
import { storeText } from '../texts.ts';
import type { Outcome } from './tasks.ts';

const maxReason = 300;
const maxTrace = 2000;

export function sayDone(ms: number, outcome: Outcome | undefined): string {
  return storeText(outcome?.key ?? 'monitor.task.log.done', { ...outcome?.params, ms });
}

export function sayFailed(ms: number, error: unknown): string {
  if (error instanceof AppError) return storeText(`errors.${error.key}`, error.params);
  const reason = error instanceof Error ? error.message : String(error);
  return storeText('monitor.task.log.failed', { ms, reason: clean(reason, maxReason) });
}

export function sayInterrupted(): string {
  return storeText('monitor.task.log.interrupted');
}

/** For those who look for the cause. */
export function traceOf(error: unknown): string {
  return clean(error instanceof Error ? (error.stack ?? error.message) : String(error), maxTrace);
}

/** What a database can keep: no zero bytes, no halves of characters. */
function clean(text: string, max: number): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}
