import { resolve } from 'node:path';
import { explainFailure } from '../../../server/src/platform/backup/explain-failure.ts';
import { localise, readArguments, UsageError } from '../terminal.ts';
import { Reporter } from './reporter.ts';

interface FileCommand {
  file: string;
  reporter: Reporter;
  /** Ctrl-C, a closed terminal, and a shutdown of the machine. */
  signal: AbortSignal;
}

/** Options of every command that takes a FILE. */
export const fileOptions = { quiet: { type: 'boolean' } } as const;

type FileArguments = Pick<ReturnType<typeof readArguments<typeof fileOptions>>, 'values' | 'positionals'>;

/** Runs a command that takes a FILE, and prints every failure as one line. */
export async function runWithFile(
  { values, positionals }: FileArguments,
  work: (order: FileCommand) => Promise<void>,
): Promise<void> {
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError(localise('cli.backup.whichFile'));
  if (more.length > 0) throw new UsageError(localise('cli.oneFile'));
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());
  const reporter = new Reporter(values.quiet ?? false);
  try {
    await work({ file: resolve(file), reporter, signal: stop.signal });
  } catch (error) {
    reporter.clear();
    if (stop.signal.aborted) throw new UsageError(localise('cli.backup.interrupted'));
    const reason = explainFailure(error);
    if (reason === undefined) throw error;
    throw new UsageError(
      typeof reason === 'string' ? reason : localise(`cli.backup.${reason.key}`, reason.params),
    );
  }
}
