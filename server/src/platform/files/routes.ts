import { apiPrefix } from '@limpid/contract/envelope';
import { fail } from '@limpid/contract/errors';
import {
  downloadFile,
  downloadResource,
  type FilePurpose,
  readFile,
  uploadFile,
  uploadFiles,
} from '@limpid/contract/files';
import type { UploadStream } from '@limpid/contract/kit/endpoint';
import type { App } from '../app.ts';
import type { Caller } from '../auth/caller.ts';
import { route } from '../http/route.ts';
import { addCleanupTask } from '../jobs/tasks.ts';
import { findReadable, mayUpload } from './files.ts';
import { serveFile } from './serve-file.ts';
import { discardUpload, type StoredUpload, storeUpload } from './store-upload.ts';
import { sweepFiles } from './sweep-files.ts';

export function addFiles(app: App): void {
  addCleanupTask(app.tasks, 'fileTask', () => sweepFiles(app));
  route(app, uploadFile, async ({ caller, query, upload }) => {
    const [kept] = await storeAll(app, caller, query.purpose, upload);
    return describeFile(kept ?? fail('request.upload_missing'));
  });
  route(app, uploadFiles, async ({ caller, query, upload }) => {
    const files = (await storeAll(app, caller, query.purpose, upload)).map(describeFile);
    const join = (field: keyof ReturnType<typeof describeFile>) => files.map((file) => file[field]).join(',');
    return {
      ids: join('id'),
      fileNames: join('fileName'),
      newFileNames: join('newFileName'),
      urls: join('url'),
      originalFilenames: join('originalFilename'),
    };
  });
  route(app, downloadResource, async ({ caller, query, request }) => {
    const address = query.resource ?? query.name ?? '';
    const [, id = ''] = /^(?:\/prod-api)?\/common\/file\/(\w+)$/.exec(address) ?? [];
    return serveFile(app, await findReadable(app, id, caller), request);
  });
  route(app, readFile, async ({ caller, params, request }) =>
    serveFile(app, await findReadable(app, params.id, caller), request),
  );
}

/** Files that were produced for a user, each fetched once. */
export function addDownloads(app: App): void {
  addCleanupTask(app.tasks, 'downloadTask', () => app.downloads.removeExpired());
  route(app, downloadFile, ({ caller, query }) => app.downloads.take(caller.userId, query.fileName));
}

/** Stores all files of a request or none. */
async function storeAll(
  app: App,
  caller: Caller,
  purpose: FilePurpose = 'attachment',
  upload: AsyncIterable<UploadStream>,
): Promise<StoredUpload[]> {
  if (!mayUpload(app, purpose, caller)) fail('auth.forbidden');
  const kept: StoredUpload[] = [];
  try {
    for await (const { name, body, maxBytes: atMost } of upload) {
      kept.push(await storeUpload(app, { purpose, owner: caller, name, stream: body, atMost }));
    }
  } catch (error) {
    for (const { id } of kept) await discardUpload(app, id);
    throw error;
  }
  return kept;
}

/** The address of a file in a browser; attaching it does not change it. */
export function fileUrl(id: string): string {
  return `${apiPrefix}/common/file/${id}`;
}

function describeFile({ id, name }: StoredUpload) {
  return { id, fileName: `/common/file/${id}`, newFileName: id, url: fileUrl(id), originalFilename: name };
}
