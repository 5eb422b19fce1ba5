import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@limpid/contract/errors';
import type { FileResponse } from '@limpid/contract/kit/endpoint';
import { type Clock, minutesFrom } from '../clock.ts';
import type { Database } from '../db/database.ts';

interface DownloadTable {
  name: string;
  userId: number;
  fileName: string;
  expiresAt: Date;
}

/** Files that one person can fetch once: the name is the key, and it is valid only for its owner. */
export interface Downloads {
  store(userId: number, fileName: string, body: Readable): Promise<string>;
  take(userId: number, name: string): Promise<FileResponse>;
  /** Returns how many expired without being fetched. */
  removeExpired(): Promise<number>;
}

const lifeMinutes = 30;

export async function openDownloads(db: Database, clock: Clock, dataDir: string): Promise<Downloads> {
  const folder = join(dataDir, 'downloads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const table = db.withTables<{ download: DownloadTable }>();
  const fileOf = (name: string) => join(folder, name.slice(0, 43));

  return {
    async store(userId, fileName, body) {
      // The family's clients show the text after the first underscore, so our prefix must not contain one.
      const key = randomBytes(32).toString('base64url').replaceAll('_', '-');
      const name = `${key}_${fileName}`;
      await pipeline(body, createWriteStream(fileOf(name), { mode: 0o600, flags: 'wx' }));
      const expiresAt = minutesFrom(clock, lifeMinutes);
      await table.insertInto('download').values({ name, userId, fileName, expiresAt }).execute();
      return name;
    },

    take(userId, name) {
      // Rolled back if the file is not here: another process may have it in its data folder.
      return table.transaction().execute(async (db) => {
        const found = await db
          .deleteFrom('download')
          .where('name', '=', name)
          .where('userId', '=', userId)
          .where('expiresAt', '>', clock.now())
          .returning('fileName')
          .executeTakeFirst();
        if (!found) fail('file.gone');
        const handle = await open(fileOf(name), 'r').catch(() => fail('file.gone'));
        // An open file survives its removal: nothing stays behind, even if the client disconnects half-way.
        await rm(fileOf(name), { force: true });
        return { name: found.fileName, type: 'application/octet-stream', body: handle.createReadStream() };
      });
    },

    async removeExpired() {
      const gone = await table.deleteFrom('download').where('expiresAt', '<', clock.now()).executeTakeFirst();
      const oldest = minutesFrom(clock, -lifeMinutes).getTime();
      for (const file of await readdir(folder)) {
        // Fetched or removed by another process since the folder was read.
        const facts = await stat(join(folder, file)).catch(() => undefined);
        if (facts && facts.mtimeMs < oldest) await rm(join(folder, file), { force: true });
      }
      return Number(gone.numDeletedRows);
    },
  };
}
