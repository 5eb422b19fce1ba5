import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@limpid/contract/errors';
import type { Endpoint, SpooledFile } from '@limpid/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { incomingFolder, openFolder } from './incoming-folder.ts';
import { receiveBytes } from './receive-bytes.ts';

const maxFieldBytes = 1024 * 1024;
const maxFields = 20;

export interface SpooledForm {
  file: SpooledFile;
  fields: Record<string, unknown>;
}

/**
 * Writes the one file of a form to disk and reads its other fields, in any order. The recipient of the file removes it;
 * files of a process that died are removed after a day, like other interrupted uploads.
 */
export async function spoolForm(
  app: Pick<App, 'config'>,
  request: FastifyRequest,
  { upload = '', spooled = 0 }: Endpoint,
): Promise<SpooledForm> {
  if (!request.isMultipart()) fail('request.upload_missing');
  const fields: Record<string, unknown> = {};
  let file: SpooledFile | undefined;
  const limits = {
    files: 1,
    fileSize: Number.POSITIVE_INFINITY,
    fields: maxFields,
    fieldSize: maxFieldBytes,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== upload) fail('request.upload_missing');
        file = await spoolFile(app, part.filename, part.file, spooled);
      } else {
        if (part.valueTruncated) fail('request.too_large');
        fields[part.fieldname] = readField(part.value);
      }
    }
  } catch (error) {
    await file?.remove();
    throw error;
  }
  return { file: file ?? fail('request.upload_missing'), fields };
}

async function spoolFile(
  app: Pick<App, 'config'>,
  name: string,
  stream: Parameters<typeof receiveBytes>[0],
  maxBytes: number,
): Promise<SpooledFile> {
  const folder = incomingFolder(app);
  await openFolder(folder);
  const path = join(folder, randomBytes(16).toString('base64url'));
  const remove = () => rm(path, { force: true });
  try {
    const { size } = await receiveBytes(stream, { path, name, maxBytes });
    return { name, path, size, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Fields are text; values that are not plain are sent as JSON. */
function readField(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return fail('request.broken_json');
  }
}
