import { once } from 'node:events';
import { createDecoder, type Decoded } from '@limpid/hj212/decoder';
import { openInput } from '../input.ts';
import { localise, readArguments } from '../terminal.ts';
import { describeDecoded } from './describe.ts';
import { frameOptions, readFrameOptions } from './options.ts';

/** Prints one line of JSON for each frame; bytes outside of frames are only counted, on standard error. */
export async function runDecode(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, frameOptions);
  const decoder = createDecoder(readFrameOptions(values));
  const input = await openInput(positionals);
  const count = { good: 0, refused: 0, noise: 0 };
  for await (const chunk of input) await print(decoder.push(chunk), count);
  await print(decoder.end(), count);
  process.stderr.write(`${localise('cli.decoded', count)}\n`);
}

async function print(decoded: Decoded[], count: { good: number; refused: number; noise: number }) {
  let lines = '';
  for (const one of decoded) {
    if (one.ok) count.good++;
    else if (one.reason !== 'noise') count.refused++;
    else {
      count.noise += one.bytes;
      continue;
    }
    lines += `${JSON.stringify(describeDecoded(one))}\n`;
  }
  if (lines !== '' && !process.stdout.write(lines)) await once(process.stdout, 'drain');
}
