import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';

type Deps = Pick<App, 'config'>;

/** Folder of unfinished uploads; on the same file system, so that renaming moves them. */
export function incomingFolder({ config }: Deps): string {
  return join(config.dataDir, 'files', 'arriving');
}

/** The folder of files with the same prefix: no folder grows too large to list quickly. */
export function fileFolder({ config }: Deps, start: string): string {
  return join(config.dataDir, 'files', start);
}

/** Ids are generated here and validated in requests, so nothing else becomes part of a path. */
export function filePath(app: Deps, id: string): string {
  return join(fileFolder(app, id.slice(0, 2)), id);
}

export async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

export async function removeBytes(app: Deps, id: string): Promise<void> {
  const arriving = join(incomingFolder(app), id);
  for (const path of [arriving, `${arriving}.picture`, filePath(app, id)]) await rm(path, { force: true });
}
