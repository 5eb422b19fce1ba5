import { findInstallation } from '../../../server/src/platform/backup/installation.ts';
import { makeBackup } from '../../../server/src/platform/backup/write-backup.ts';
import { readArguments } from '../terminal.ts';
import { fileOptions, runWithFile } from './command.ts';

const options = { ...fileOptions, force: { type: 'boolean' } } as const;

/** `limpid backup FILE [--force] [--quiet]`. */
export async function runBackup(args: string[]): Promise<void> {
  const given = readArguments(args, options);
  const { force = false } = given.values;
  return runWithFile(given, async ({ file, reporter, signal }) => {
    const { config, key, openSource } = findInstallation(process.env);
    const { report } = reporter;
    const made = await makeBackup({ file, force, config, key, open: openSource, report, signal });
    const { tables, rows, files } = made;
    reporter.info('cli.backup.made', { file, tables, rows, files, size: Math.ceil(made.bytes / 1024) });
    if (made.lost.length > 0) {
      reporter.warn('cli.backup.lost', { count: made.lost.length, names: made.lost.slice(0, 5).join(', ') });
    }
    if (key) reporter.info('cli.backup.key', { key });
  });
}
