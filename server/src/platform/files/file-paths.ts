import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { incomingFolder } from '../http/input/incoming-folder.ts';

type Deps = Pick<App, 'config'>;

/** The folder of files with the same prefix: no folder grows too large to list quickly. */
export function fileFolder({ config }: Deps, start: string): string {
  return join(config.dataDir, 'files', start);
}

/** Ids are generated here and validated in requests, so nothing else becomes part of a path. */
export function filePath(app: Deps, id: string): string {
  return join(fileFolder(app, id.slice(0, 2)), id);
}

export async function removeBytes(app: Deps, id: string): Promise<void> {
  const arriving = join(incomingFolder(app), id);
  for (const path of [arriving, `${arriving}.picture`, filePath(app, id)]) await rm(path, { force: true });
}
