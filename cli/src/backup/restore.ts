import { findInstallation } from '../../../server/src/platform/backup/installation.ts';
import { restoreBackup } from '../../../server/src/platform/backup/restore.ts';
import { readArguments } from '../terminal.ts';
import { fileOptions, runWithFile } from './command.ts';

/** `limpid restore FILE [--quiet]`. */
export async function runRestore(args: string[]): Promise<void> {
  return runWithFile(readArguments(args, fileOptions), async ({ file, reporter, signal }) => {
    const { config, openTarget } = findInstallation(process.env);
    const { report } = reporter;
    const restored = await restoreBackup({ file, config, open: openTarget, report, signal });
    const { tables, rows, files, leftOut, header } = restored;
    for (const name of leftOut) reporter.warn('cli.backup.leftOut', { name });
    reporter.info('cli.backup.restored', { file, tables, rows, files, time: header.createdAt });
    if (header.key) reporter.info('cli.backup.keyNeeded', { key: header.key });
  });
}
