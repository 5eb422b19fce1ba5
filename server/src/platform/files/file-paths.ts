import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';

type Deps = Pick<App, 'config'>;

/** Where uploads lie until they have passed; on the same file system, so that renaming moves them. */
export function incomingFolder({ config }: Deps): string {
  return join(config.dataDir, 'files', 'arriving');
}

/** Where the files that begin alike lie: no folder grows beyond what is quick to list. */
export function fileFolder({ config }: Deps, start: string): string {
  return join(config.dataDir, 'files', start);
}

/** Ids are made here and checked on the way in: nothing else becomes part of a path. */
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
