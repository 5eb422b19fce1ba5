import { Readable } from 'node:stream';
import { AppError, fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { lookUpFile, openFile } from '../../../platform/files/files.ts';
import { fileUrl } from '../../../platform/files/routes.ts';
import { storeUpload } from '../../../platform/files/store-upload.ts';
import type { RemovedContent } from '../../../platform/html/clean-html.ts';
import { sanitiser } from '../../../platform/html/sanitise.ts';
import { translate } from '../../../platform/texts.ts';

/** Limited, because each picture is decoded and re-encoded. */
const maxPictures = 20;

interface PreparedContent {
  html: string;
  /** Ids of new pictures, to be attached when the text is saved. */
  added: string[];
  losses: ReadonlySet<RemovedContent>;
}

/** The file ids of the pictures in a stored text. */
export function findPictureIds(html: unknown): string[] {
  const found = String(html ?? '').matchAll(/ src="\/prod-api\/common\/file\/([0-9a-f]{48})"/g);
  return [...new Set([...found].map(([, id = '']) => id))];
}

/**
 * Sanitises a text. Pictures that the author uploaded or inlined become separate re-encoded files, which all readers of
 * the text may read.
 */
export async function prepareContent(
  app: App,
  caller: Caller,
  html: string,
  before: unknown,
): Promise<PreparedContent> {
  const shown = new Set(findPictureIds(before));
  const pictures = new Map<string, string>();
  const added: string[] = [];
  const addresses = await sanitiser.listPictures(html).catch(failAtContent);
  for (const address of addresses.slice(0, maxPictures)) {
    const named = /\/common\/file\/([0-9a-f]{48})$/.exec(address)?.[1];
    const id = named && shown.has(named) ? named : await storePicture(app, caller, { address, named });
    if (id === undefined) continue;
    pictures.set(address, fileUrl(id));
    if (id !== named) added.push(id);
  }
  return { ...(await sanitiser.clean(html, pictures).catch(failAtContent)), added };
}

/** The message about what was removed from the text; undefined if nothing was. */
export function describeLosses(losses: ReadonlySet<RemovedContent>, language: Language): string | undefined {
  if (losses.size === 0) return undefined;
  const things = [...losses].map((loss) => translate(language, `server.richText.${loss}`));
  return translate(language, 'server.richText.lost', {
    things: things.join(translate(language, 'server.richText.comma')),
  });
}

async function storePicture(
  app: App,
  caller: Caller,
  { address, named }: { address: string; named: string | undefined },
): Promise<string | undefined> {
  const picture =
    named === undefined ? readInlinePicture(address) : await openUploadedPicture(app, caller, named);
  if (!picture) return undefined;
  const kept = storeUpload(app, { purpose: 'illustration', owner: caller, ...picture });
  const { id } = await kept.catch(failAtContent);
  return id;
}

/** Reports an error at the field of the text. */
function failAtContent(error: unknown): never {
  if (error instanceof AppError) fail(error.key, error.params, 'noticeContent');
  throw error;
}

/** Undefined for a file that the author may not read. */
async function openUploadedPicture(app: App, caller: Caller, id: string) {
  const file = await lookUpFile(app, id, caller);
  return file && { name: file.name, stream: await openFile(app, id), atMost: file.size };
}

function readInlinePicture(address: string) {
  const [, type, data] = /^data:image\/(png|jpeg|gif|webp);base64,([\w+/=\s]+)$/.exec(address) ?? [];
  if (!type || !data) return undefined;
  const bytes = Buffer.from(data, 'base64');
  return { name: `picture.${type}`, stream: Readable.from([bytes]), atMost: bytes.length };
}
