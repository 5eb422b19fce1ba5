import { connect } from 'node:net';
import { DAY_SECONDS } from '@limpid/contract/durations';
import { defaultZone } from '@limpid/contract/zone';
import { type FaultRequest, faultNames } from '@limpid/simulator/faults/fault-request';
import type { Address } from '@limpid/simulator/station/station';
import { localise, UsageError } from '../terminal.ts';

export const simulateOptions = {
  host: { type: 'string' },
  port: { type: 'string' },
  stations: { type: 'string' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  seed: { type: 'string' },
  prefix: { type: 'string' },
  zone: { type: 'string' },
  demo: { type: 'boolean' },
  fault: { type: 'string', multiple: true },
  replay: { type: 'string' },
  mn: { type: 'string', multiple: true },
  shift: { type: 'boolean' },
} as const;

const limits = {
  port: [1, 65_535],
  stations: [1, 20_000],
  rate: [0.01, 100_000],
  seconds: [0.1, DAY_SECONDS],
  seed: [0, 2 ** 32 - 1],
} as const;

/** The number given by an option, or its default. */
export function readNumberOption(
  option: keyof typeof limits,
  text: string | undefined,
  usual: number,
): number {
  if (text === undefined) return usual;
  const [least, most] = limits[option];
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const isCount = option !== 'rate' && option !== 'seconds';
  if (value >= least && value <= most && (!isCount || Number.isInteger(value))) return value;
  throw new UsageError(localise('cli.simulate.number', { option, least, most, text }));
}

/** An MN, or the prefix of one, in characters that the protocol allows. */
export function readMn(text: string, most = 24): string {
  if (/^[\w.-]+$/.test(text) && text.length <= most) return text;
  throw new UsageError(localise('cli.simulate.mn', { text, most }));
}

/** A fault as given on the command line: its name, the seconds until it begins and its duration in seconds. */
export function readFault(text: string): FaultRequest {
  const [given, after, lasts, ...more] = text.split(':');
  const name = faultNames.find((known) => known === given);
  const seconds = [after, lasts].map((part) =>
    part === undefined ? undefined : Number(part.trim() || Number.NaN),
  );
  const isMeant = seconds.every((part) => part === undefined || (part >= 0 && part <= DAY_SECONDS));
  if (!name || !isMeant || more.length > 0 || seconds[1] === 0)
    throw new UsageError(localise('cli.simulate.fault', { text, known: faultNames.join(', ') }));
  return { name, after: seconds[0], lasts: seconds[1] };
}

export function readZone(zone = defaultZone): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(localise('cli.simulate.zone', { zone }));
  }
}

/** Checks the connection first: stations retry for ever, but a mistyped address should fail at once. */
export function checkReachable({ host, port }: Address): Promise<void> {
  return new Promise((reached, failed) => {
    const socket = connect({ host, port, timeout: 5000 });
    const fail = (problem: string) => {
      socket.destroy();
      failed(new UsageError(localise('cli.unreachable', { target: `${host}:${port}`, problem })));
    };
    socket.once('timeout', () => fail('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('connect', () => {
      socket.destroy();
      reached();
    });
  });
}
