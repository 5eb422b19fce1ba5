import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';

/** Folder of unfinished uploads; on the same file system as stored files, so that renaming moves them. */
export function incomingFolder({ config }: Pick<App, 'config'>): string {
  return join(config.dataDir, 'files', 'arriving');
}

export async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}
