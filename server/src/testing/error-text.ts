import { AppError, type ErrorKey } from '@limpid/contract/errors';
import { describeError } from '../platform/texts.ts';

/** The Chinese text of an error; a label may be the key of a text. */
export function errorText(key: string, params: Record<string, string | number> = {}): string {
  // Tables of tests hold their keys as text.
  return describeError(new AppError(key as ErrorKey, params), 'zh');
}
