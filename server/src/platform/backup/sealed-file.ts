import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

/*
 * The file is a Zstandard file that any tool can unpack: a skippable frame with our name, one frame with the records,
 * and a skippable frame with the SHA-256 of all bytes before it. The seal can be checked without unpacking.
 */

const skippedByTools = 0x184d2a50;
const intro = skippableFrame('Limpid backup, format 1\n');
const sealLength = skippableFrame(describeSeal('0'.repeat(64))).length;
const anyIntro = /Limpid backup, format (\d+)\n/;

function skippableFrame(text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(skippedByTools, 0);
  head.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

function describeSeal(digest: string): string {
  return `End of backup, sha256 ${digest}\n`;
}

/** Writes our name before the compressed bytes and the seal after them. */
export async function* seal(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(intro);
  yield intro;
  for await (const chunk of compressed) {
    hash.update(chunk);
    yield chunk;
  }
  yield skippableFrame(describeSeal(hash.digest('hex')));
}

/** The position of the compressed bytes in a complete file; refuses an incomplete one. */
export async function checkSeal(
  handle: FileHandle,
  file: string,
  signal: AbortSignal,
): Promise<{ start: number; end: number }> {
  const { size } = await handle.stat();
  const first = await readAt(handle, 0, Math.min(size, intro.length));
  if (size < intro.length && size > 0 && intro.subarray(0, size).equals(first)) {
    throw new BackupError('cutOff', { file });
  }
  if (!first.equals(intro)) throw await explainIntro(handle, file);
  const body = size - sealLength;
  if (body < intro.length) throw new BackupError('cutOff', { file });
  const last = await readAt(handle, body, sealLength);
  const digest = /[\da-f]{64}/.exec(last.toString('latin1'))?.[0] ?? '';
  if (!last.equals(skippableFrame(describeSeal(digest)))) throw new BackupError('cutOff', { file });
  const hash = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, end: body - 1, autoClose: false, signal })) {
    hash.update(chunk);
  }
  if (hash.digest('hex') !== digest) throw new BackupError('damaged', { file });
  return { start: intro.length, end: body - 1 };
}

async function explainIntro(handle: FileHandle, file: string): Promise<BackupError> {
  const start = (await readAt(handle, 0, 64)).toString('latin1');
  const format = anyIntro.exec(start)?.[1];
  return format ? new BackupError('format', { file, format }) : new BackupError('notBackup', { file });
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
