import { type CrcMode, crcModes } from '@limpid/hj212/crc';
import { localise, UsageError } from '../terminal.ts';

/** Options of every command about frames. */
export const frameOptions = { crc: { type: 'string' }, key: { type: 'string' } } as const;

export function readFrameOptions({ crc = 'hj212', key }: { crc?: string; key?: string }) {
  const mode = crcModes.find((known) => known === crc);
  if (!mode) throw new UsageError(localise('cli.crc', { given: crc, known: crcModes.join(', ') }));
  if (key !== undefined && !/^[\da-f]{32}$/i.test(key)) throw new UsageError(localise('cli.key'));
  return { crc: mode satisfies CrcMode, key: key === undefined ? undefined : Buffer.from(key, 'hex') };
}
