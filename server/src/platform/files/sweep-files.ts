import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MINUTES } from '@limpid/contract/durations';
import type { App } from '../app.ts';
import { minutesFrom } from '../clock.ts';
import { incomingFolder } from '../http/input/incoming-folder.ts';
import { fileFolder, removeBytes } from './file-paths.ts';
import { hasFiles, listKnownIds, sweepLoose } from './files.store.ts';

const graceMinutes = DAY_MINUTES;

/**
 * Removes unused data: unattached files after a day, interrupted uploads, bytes without a row. Returns their number.
 */
export async function sweepFiles(app: App): Promise<number> {
  const before = minutesFrom(app.clock, -graceMinutes);
  let count = 0;
  for (let swept = -1; swept !== 0; count += swept)
    swept = await sweepLoose(app.db, before, (id) => removeBytes(app, id));
  const brokenOff = await listOld(incomingFolder(app), before);
  for (const path of brokenOff) await rm(path, { force: true });
  // An empty table beside full folders is a wrong DATABASE_URL or a restore in progress, not a reason to delete.
  const unknown = (await hasFiles(app.db)) ? await sweepUnknown(app, before) : 0;
  return count + brokenOff.length + unknown;
}

async function sweepUnknown(app: App, before: Date): Promise<number> {
  let count = 0;
  for (let start = 0; start < 256; start++) {
    const folder = fileFolder(app, start.toString(16).padStart(2, '0'));
    const names = await listNames(folder);
    const recorded = await listKnownIds(app.db, names);
    for (const name of names) {
      const path = join(folder, name);
      if (recorded.has(name) || !(await isOld(path, before))) continue;
      await rm(path, { force: true });
      count++;
    }
  }
  return count;
}

async function listOld(folder: string, before: Date): Promise<string[]> {
  const paths = (await listNames(folder)).map((name) => join(folder, name));
  const old = await Promise.all(paths.map((path) => isOld(path, before)));
  return paths.filter((_, index) => old[index]);
}

/** Folders are created with their first file. */
function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** By the time of arrival on this disk: copied files keep their old modification dates. */
async function isOld(path: string, before: Date): Promise<boolean> {
  // Removed by another process since the folder was read.
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && facts.isFile() && facts.ctimeMs < before.getTime();
}
