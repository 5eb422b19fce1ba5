import { connect, type Socket } from 'node:net';
import { readInput } from '../input.ts';
import { localise, readArguments, UsageError } from '../terminal.ts';
import { Exchange } from './exchange.ts';
import { frameOptions, readFrameOptions } from './options.ts';
import { splitFrames } from './pieces.ts';

const options = {
  ...frameOptions,
  timeout: { type: 'string' },
  'allow-unasked': { type: 'boolean' },
} as const;

/** Maximum number of failures in the summary; each failure also has its own line. */
const maxNamed = 20;

/**
 * Sends the frames of a file one after another, as a station does, and prints the responses. Exits with 1 unless every
 * frame was acknowledged. `--allow-unasked` exempts frames that request no answer, unless the gateway refuses them.
 */
export async function runSend(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, options);
  const [target = '', ...files] = positionals;
  const frameFacts = readFrameOptions(values);
  const seconds = readSeconds(values.timeout ?? '10');
  const address = readTarget(target);
  const pieces = splitFrames(await readInput(files), frameFacts);
  const exchange = new Exchange(await openSocket(address, target, seconds), frameFacts, seconds * 1000);
  for (const piece of pieces) await exchange.send(piece);
  await exchange.finish({ allowUnasked: values['allow-unasked'] ?? false });
  if (!summarise(exchange)) process.exitCode = 1;
}

/** Whether every frame was acknowledged. */
function summarise({ count, failures }: Exchange): boolean {
  const printText = (key: string, params: Record<string, number | string>) =>
    process.stderr.write(`${localise(key, params)}\n`);
  const unsent = failures.filter(({ reason }) => reason === 'unsent').length;
  if (unsent > 0) printText('cli.closed', { unsent });
  printText('cli.sent', { ...count, sent: count.sent - unsent, failed: failures.length });
  if (count.sent === 0) printText('cli.noFrame', {});
  if (failures.length === 0) return count.sent > 0;
  const named = failures.slice(0, maxNamed).map(({ frame, reason }) => `${frame} (${reason})`);
  if (failures.length > maxNamed) named.push('…');
  printText('cli.failed', { frames: named.join(', ') });
  return false;
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 3600) return seconds;
  throw new UsageError(localise('cli.timeout', { text }));
}

function readTarget(target: string): { host: string; port: number } {
  const match = /^(?:\[([\da-f:.]+)\]|([^:]+)):(\d{1,5})$/i.exec(target);
  const port = Number(match?.[3]);
  if (!match || port < 1 || port > 65_535) throw new UsageError(localise('cli.target', { target }));
  return { host: match[1] ?? match[2] ?? '', port };
}

function openSocket(address: { host: string; port: number }, target: string, seconds: number) {
  return new Promise<Socket>((opened, failed) => {
    const socket = connect({ ...address, timeout: seconds * 1000 });
    const fail = (problem: string) => {
      socket.destroy();
      failed(new UsageError(localise('cli.unreachable', { target, problem })));
    };
    socket.once('timeout', () => fail('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('connect', () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      opened(socket);
    });
  });
}
