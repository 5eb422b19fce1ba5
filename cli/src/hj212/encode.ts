import { encodeData } from '@limpid/hj212/encode';
import { readInput } from '../input.ts';
import { localise, readArguments, UsageError } from '../terminal.ts';
import { frameOptions, readFrameOptions } from './options.ts';
import { readPacketFields } from './packet-fields.ts';

/** Encodes frames from JSON: one object, or one object per line as `decode` prints them. */
export async function runEncode(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, frameOptions);
  const options = readFrameOptions(values);
  const packets = parsePackets((await readInput(positionals)).toString());
  const frames = packets.flatMap((packet) => {
    try {
      return encodeData(readPacketFields(packet), options);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UsageError(localise('cli.encode.field', { problem: error.message }));
    }
  });
  process.stdout.write(Buffer.concat(frames));
}

function parsePackets(text: string): object[] {
  const whole = parseJson(text);
  if (!(whole instanceof Error)) return [checkObject(whole)];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) throw new UsageError(localise('cli.encode.json', { problem: whole.message }));
  return lines.map((line) => checkObject(parseJson(line)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function checkObject(value: unknown): object {
  if (value instanceof Error) throw new UsageError(localise('cli.encode.json', { problem: value.message }));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(localise('cli.encode.json', { problem: JSON.stringify(value) }));
}
