import { SettingError } from '../../config.ts';
import { LaunchError, readErrorCode, summariseError } from '../embedded/launch-error.ts';
import { BackupError } from './backup-error.ts';

/** The message for the user: a text by its key, or a plain line. Undefined for an internal error. */
export function explainFailure(error: unknown): BackupError | string | undefined {
  if (error instanceof BackupError) return error;
  if (error instanceof LaunchError || error instanceof SettingError) return error.message;
  const isOutside = readErrorCode(error) !== undefined || /connection/i.test(summariseError(error));
  return isOutside ? new BackupError('failed', { problem: summariseError(error) }) : undefined;
}
