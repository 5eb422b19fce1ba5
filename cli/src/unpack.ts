import { unpackAsCsv, unpackIntoTable } from '../../server/src/features/reading/packed/unpack.api.ts';
import { explainFailure } from '../../server/src/platform/backup/explain-failure.ts';
import { localise, readArguments, UsageError } from './terminal.ts';

const options = {
  mn: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

/** `limpid unpack --mn MN --from 2026-11-01 [--to 2026-11-07] [--csv]`. */
export async function runUnpack(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 0)
    throw new UsageError(localise('cli.simulate.word', { word: positionals[0] ?? '' }));
  const { mn } = values;
  if (!mn) throw new UsageError(localise('cli.unpack.whichMn'));
  const from = readDate('from', values.from ?? '');
  const order = { mn, from, to: readDate('to', values.to ?? from) };
  if (order.to < from) throw new UsageError(localise('cli.unpack.reversed'));
  const count = await run(() =>
    values.csv
      ? unpackAsCsv(process.env, order, (text) => process.stdout.write(text))
      : unpackIntoTable(process.env, order),
  );
  if (count === undefined) throw new UsageError(localise('cli.unpack.unknown', { mn }));
  process.stderr.write(`${localise(values.csv ? 'cli.unpack.written' : 'cli.unpack.stored', { count })}\n`);
}

function readDate(option: string, text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date parsing turns 30 February into 2 March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new UsageError(localise('cli.unpack.date', { option, text }));
  return text;
}

async function run<V>(work: () => Promise<V>): Promise<V> {
  try {
    return await work();
  } catch (error) {
    const reason = explainFailure(error);
    if (reason === undefined) throw error;
    throw new UsageError(
      typeof reason === 'string' ? reason : localise(`cli.backup.${reason.key}`, reason.params),
    );
  }
}
