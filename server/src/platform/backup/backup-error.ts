import type { ErrorParams } from '@limpid/contract/errors';

/** Why a backup or a restore failed. The key selects the text `cli.backup.<key>`. */
export class BackupError extends Error {
  readonly key: string;
  readonly params: ErrorParams;

  constructor(key: string, params: ErrorParams = {}) {
    super(`${key} ${JSON.stringify(params)}`);
    this.key = key;
    this.params = params;
  }
}
