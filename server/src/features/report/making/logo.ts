import { readFile } from 'node:fs/promises';
import type { App } from '../../../platform/app.ts';
import { filePath } from '../../../platform/files/file-paths.ts';
import { getLogoId } from '../../system/system.api.ts';

/** The logo of the installation; undefined without one, or while its file is not in the data folder of this process. */
export async function readLogo(app: Pick<App, 'db' | 'config'>): Promise<Uint8Array | undefined> {
  const id = await getLogoId(app.db);
  return id === null ? undefined : readFile(filePath(app, id)).catch(() => undefined);
}
