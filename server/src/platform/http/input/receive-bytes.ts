import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError, fail } from '@limpid/contract/errors';
import type { UploadStream } from '@limpid/contract/kit/endpoint';

const megabyte = 1024 * 1024;
const stallMs = 30_000;

/** Writes a stream to a new file, up to the size limit and until the sender stalls. */
export async function receiveBytes(
  stream: UploadStream['body'],
  { path, name, maxBytes }: { path: string; name: string; maxBytes: number },
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  const timer = setTimeout(() => stream.destroy(new AppError('file.interrupted')), stallMs);
  async function* measure(source: AsyncIterable<string | Buffer>) {
    for await (const part of source) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      timer.refresh();
      size += chunk.length;
      if (size > maxBytes) fail('file.too_large', { name, megabytes: maxBytes / megabyte });
      hash.update(chunk);
      yield chunk;
    }
  }
  // Flushed, because acknowledged uploads must survive a power failure.
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(stream, measure, target).finally(() => clearTimeout(timer));
  if (size === 0) fail('file.empty', { name });
  return { size, sha256: hash.digest() };
}
