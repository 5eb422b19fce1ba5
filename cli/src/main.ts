import { localise, UsageError } from './terminal.ts';

type Command = (args: string[]) => Promise<void> | void;

/** Loaded on demand, so that a command does not wait for the code of the others. */
const commands: Record<string, () => Promise<Command>> = {
  'hj212 decode': async () => (await import('./hj212/decode.ts')).runDecode,
  'hj212 encode': async () => (await import('./hj212/encode.ts')).runEncode,
  'hj212 send': async () => (await import('./hj212/send.ts')).runSend,
  backup: async () => (await import('./backup/backup.ts')).runBackup,
  restore: async () => (await import('./backup/restore.ts')).runRestore,
  unpack: async () => (await import('./unpack.ts')).runUnpack,
  simulate: async () => (await import('./simulate/simulate.ts')).runSimulate,
  aqi: async () => (await import('./aqi.ts')).runAqi,
};

async function run(args: string[]): Promise<void> {
  const words = args[0] === 'hj212' ? 2 : 1;
  const name = args.slice(0, words).join(' ');
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const asksHelp = args.length === 0 || args.some((word) => word === '--help' || word === '-h');
  if (asksHelp) return void process.stdout.write(`${localise('cli.help')}\n`);
  if (!load) throw new UsageError(localise('cli.unknown', { name }));
  const command = await load();
  await command(args.slice(words));
}

// The reader of a pipe may close it early: `limpid hj212 decode FILE | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`${localise('cli.output', { problem: error.code ?? error.message })}\n`);
  process.exit(1);
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
