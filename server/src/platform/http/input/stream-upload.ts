import { AppError, fail } from '@limpid/contract/errors';
import type { UploadStream } from '@limpid/contract/kit/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';

const maxOtherParts = 20;
const maxDiscardedBytes = 64 * 1024 * 1024;
const maxDiscardingMs = 10_000;

/** The files of a form as streams, one after another and never in memory; each must be read before the next. */
export async function* streamFiles(
  request: FastifyRequest,
  field: string,
  maxFiles: number,
): AsyncGenerator<UploadStream> {
  if (!request.isMultipart()) fail('request.upload_missing');
  const limits = { files: maxFiles, fileSize: Number.POSITIVE_INFINITY, parts: maxFiles + maxOtherParts };
  const atMost = announcedBytes(request);
  let count = 0;
  for await (const part of request.files({ limits })) {
    if (part.fieldname !== field) fail('request.upload_missing');
    count++;
    yield { name: part.filename ?? '', body: part.file, maxBytes: atMost };
  }
  if (count === 0) fail('request.upload_missing');
}

/** Waits for the handler of a form, and leaves the connection usable whatever the outcome. */
export async function finishUpload<V>(
  work: Promise<V>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<V> {
  try {
    return await work;
  } catch (error) {
    throw request.raw.readableAborted ? new AppError('file.interrupted') : error;
  } finally {
    await discardRest(request, reply);
  }
}

/**
 * Browsers read a response only after they have sent the whole request, so a limited rest is read and discarded. The
 * connection is closed if much more follows.
 */
async function discardRest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { raw } = request;
  raw.unpipe();
  if (raw.readableEnded || raw.destroyed) return;
  if ((announcedBytes(request) ?? 0) <= maxDiscardedBytes && (await readToEnd(raw))) return;
  raw.pause();
  reply.header('connection', 'close');
}

function readToEnd(raw: FastifyRequest['raw']): Promise<boolean> {
  return new Promise((resolve) => {
    let left = maxDiscardedBytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      raw.off('data', count).off('end', stop).off('close', stop);
      resolve(raw.readableEnded || raw.destroyed);
    };
    const timer = setTimeout(stop, maxDiscardingMs);
    raw.on('data', count).once('end', stop).once('close', stop).resume();
  });
}

function announcedBytes({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
