import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FileResponse } from '@limpid/contract/kit/endpoint';
import type { App } from '../app.ts';
import { matchesEtag } from '../http/etag.ts';
import type { FileRow } from './files.store.ts';
import { openFile } from './files.ts';
import { purposeRules } from './purposes.ts';
import { readRange } from './range.rule.ts';

interface FileRequest {
  method: string;
  headers: IncomingHttpHeaders;
}

/** Sends a file, the requested part of it, or 304. */
export async function serveFile(
  app: App,
  file: FileRow,
  { method, headers }: FileRequest,
): Promise<FileResponse> {
  const etag = `"${file.sha256?.toString('hex')}"`;
  const response = { name: file.name, type: file.mediaType, body: Readable.from([]) };
  const commonHeaders = {
    ...safetyHeaders,
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl(file),
  };
  if (matchesEtag(headers['if-none-match'], etag))
    return { ...response, status: 304, headers: commonHeaders };
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = readRange(isSame ? headers.range : undefined, file.size);
  if (range === 'none') {
    return {
      ...response,
      status: 416,
      headers: { ...commonHeaders, 'content-range': `bytes */${file.size}` },
    };
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  return {
    ...response,
    ...(range && { status: 206 }),
    headers: {
      ...commonHeaders,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${file.size}` }),
    },
    body: method === 'HEAD' ? response.body : await openFile(app, file.id, { start, end }),
  };
}

/** Headers that keep a file from running scripts, and other sites from embedding it. */
const safetyHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

/** The bytes of an id never change but the permission to read them can, except for pictures that everybody may see. */
function cacheControl({ purpose, looseSince }: FileRow): string {
  if (looseSince !== null || !purposeRules[purpose].readers) return 'private, no-cache';
  const who = purposeRules[purpose].readers === 'everybody' ? 'public' : 'private';
  return `${who}, max-age=31536000, immutable`;
}
