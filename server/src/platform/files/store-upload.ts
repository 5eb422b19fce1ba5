import { createHash, randomBytes } from 'node:crypto';
import { chmod, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '@limpid/contract/errors';
import type { FilePurpose } from '@limpid/contract/files';
import type { UploadStream } from '@limpid/contract/kit/endpoint';
import type { App } from '../app.ts';
import type { Caller } from '../auth/caller.ts';
import { incomingFolder, openFolder } from '../http/input/incoming-folder.ts';
import { receiveBytes } from '../http/input/receive-bytes.ts';
import { checkContent, checkExtension } from './check-content.ts';
import { cleanName, withExtension } from './file-name.rule.ts';
import { filePath, removeBytes } from './file-paths.ts';
import { fileTypes } from './file-types.rule.ts';
import { completeFile, removeFileRow, reserveFile } from './files.store.ts';
import { type PictureShape, type PurposeRules, purposeRules } from './purposes.ts';
import { pictureProcessLimits, rewritePicture } from './rewrite-picture.ts';

interface NewFile {
  purpose: FilePurpose;
  owner: Pick<Caller, 'userId' | 'deptId'>;
  name: string;
  stream: UploadStream['body'];
  /** Upper bound of the stream's size; if unknown, space for the largest allowed file is reserved. */
  atMost?: number | undefined;
}

export interface StoredUpload {
  id: string;
  name: string;
  mediaType: string;
  size: number;
}

type FileFacts = Omit<StoredUpload, 'id'> & { sha256: Buffer };

/** Stores an upload: within its limits, with the type of its content, and unattached until something uses it. */
export async function storeUpload(
  app: App,
  { purpose, owner, stream, ...given }: NewFile,
): Promise<StoredUpload> {
  const rules = purposeRules[purpose];
  const id = randomBytes(24).toString('hex');
  const name = cleanName(given.name);
  checkExtension(name, rules);
  const { userId, deptId } = owner;
  const size = Math.min(given.atMost ?? rules.maxBytes, rules.maxBytes);
  await reserveFile(app.db, { id, purpose, userId, deptId, name, size, now: app.clock.now() }, rules.quota);
  try {
    const path = join(incomingFolder(app), id);
    await openFolder(dirname(path));
    const { sha256, ...facts } = await receiveFile(stream, { path, name, rules });
    await openFolder(dirname(filePath(app, id)));
    await rename(path, filePath(app, id));
    await completeFile(app.db, id, { ...facts, sha256 });
    return { id, ...facts };
  } catch (error) {
    await discardUpload(app, id);
    throw error;
  }
}

/** Removes at once a file that became useless before its id was sent to a client. */
export async function discardUpload(app: App, id: string): Promise<void> {
  await removeBytes(app, id);
  await removeFileRow(app.db, id);
}

async function receiveFile(
  stream: UploadStream['body'],
  { path, name, rules }: { path: string; name: string; rules: PurposeRules },
): Promise<FileFacts> {
  const bytes = await receiveBytes(stream, { path, name, maxBytes: rules.maxBytes });
  const type = await checkContent(path, name, rules);
  if (rules.picture) return replaceByPixels(path, name, rules.picture);
  return { name, mediaType: fileTypes[type].media, ...bytes };
}

/** Re-encodes a picture to its visible pixels: no position, no camera, no script behind the last pixel. */
async function replaceByPixels(path: string, name: string, shape: PictureShape): Promise<FileFacts> {
  const to = `${path}.picture`;
  const outcome = await rewritePicture({ from: path, to, shape });
  if (outcome === 'pixels')
    fail('file.picture_pixels', { name, megapixels: pictureProcessLimits.megapixels });
  if (outcome === 'slow') fail('file.picture_slow', { name, seconds: pictureProcessLimits.seconds });
  if (outcome === 'broken') fail('file.picture_broken', { name });
  await chmod(to, 0o600);
  await rm(path);
  await rename(to, path);
  const bytes = await readFile(path);
  return {
    name: withExtension(name, shape.format),
    mediaType: fileTypes[shape.format].media,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  };
}
