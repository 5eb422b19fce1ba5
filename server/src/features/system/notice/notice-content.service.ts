import { Readable } from 'node:stream';
import { AppError, fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { lookUpFile, openFile } from '../../../platform/files/files.ts';
import { fileUrl } from '../../../platform/files/routes.ts';
import { keepFile } from '../../../platform/files/store-upload.ts';
import type { Loss } from '../../../platform/html/clean-html.ts';
import { sanitiser } from '../../../platform/html/sanitise.ts';
import { translate } from '../../../platform/texts.ts';

/** Each is decoded and written anew, which takes its time. */
const mostPictures = 20;

interface Content {
  html: string;
  /** Files of pictures that are new, to be attached together with the text. */
  added: string[];
  losses: ReadonlySet<Loss>;
}

/** The files of the pictures that a stored text shows. */
export function findPictureIds(html: unknown): string[] {
  const found = String(html ?? '').matchAll(/ src="\/prod-api\/common\/file\/([0-9a-f]{48})"/g);
  return [...new Set([...found].map(([, id = '']) => id))];
}

/**
 * A text as it may be stored. Pictures its writer uploaded, whatever for, or put into the text itself become files of
 * their own, rewritten from their pixels, which everybody who may read the text may read.
 */
export async function prepareContent(
  app: App,
  caller: Caller,
  html: string,
  before: unknown,
): Promise<Content> {
  const shown = new Set(findPictureIds(before));
  const pictures = new Map<string, string>();
  const added: string[] = [];
  const addresses = await sanitiser.listPictures(html).catch(failBesideText);
  for (const address of addresses.slice(0, mostPictures)) {
    const named = /\/common\/file\/([0-9a-f]{48})$/.exec(address)?.[1];
    const id = named && shown.has(named) ? named : await keepPicture(app, caller, { address, named });
    if (id === undefined) continue;
    pictures.set(address, fileUrl(id));
    if (id !== named) added.push(id);
  }
  return { ...(await sanitiser.clean(html, pictures).catch(failBesideText)), added };
}

/** What the writer is told of; nothing where all of the text was kept. */
export function describeLosses(losses: ReadonlySet<Loss>, language: Language): string | undefined {
  if (losses.size === 0) return undefined;
  const things = [...losses].map((loss) => translate(language, `server.richText.${loss}`));
  return translate(language, 'server.richText.lost', {
    things: things.join(translate(language, 'server.richText.comma')),
  });
}

async function keepPicture(
  app: App,
  caller: Caller,
  { address, named }: { address: string; named: string | undefined },
): Promise<string | undefined> {
  const picture = named === undefined ? readInlined(address) : await openUploaded(app, caller, named);
  if (!picture) return undefined;
  const kept = keepFile(app, { purpose: 'illustration', owner: caller, ...picture });
  const { id } = await kept.catch(failBesideText);
  return id;
}

/** Shows what is wrong with the text beside its field. */
function failBesideText(error: unknown): never {
  if (error instanceof AppError) fail(error.key, error.params, 'noticeContent');
  throw error;
}

/** Another's file that the writer cannot read stays another's, whatever its address. */
async function openUploaded(app: App, caller: Caller, id: string) {
  const file = await lookUpFile(app, id, caller);
  return file && { name: file.name, stream: await openFile(app, id), atMost: file.size };
}

function readInlined(address: string) {
  const [, type, data] = /^data:image\/(png|jpeg|gif|webp);base64,([\w+/=\s]+)$/.exec(address) ?? [];
  if (!type || !data) return undefined;
  const bytes = Buffer.from(data, 'base64');
  return { name: `picture.${type}`, stream: Readable.from([bytes]), atMost: bytes.length };
}
