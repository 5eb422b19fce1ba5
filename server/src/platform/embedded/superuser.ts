import { existsSync, renameSync, rmSync } from 'node:fs';
import { asSuperuser, type Connection, changePassword } from './access.ts';
import { readPassword } from './cluster.ts';
import type { EmbeddedPaths } from './paths.ts';

interface Cluster {
  paths: EmbeddedPaths;
  connection: Connection;
  say: (line: string) => void;
}

/** How the launcher gets in as superuser. In a cluster of an earlier release that is still the application's password. */
export function openSuperuser(paths: EmbeddedPaths, connection: Connection): Connection {
  const known = existsSync(paths.superuserPassword);
  return asSuperuser(connection, known ? readPassword(paths.superuserPassword) : connection.password);
}

/**
 * Gives the superuser of a cluster of an earlier release a password of its own. It is in a draft before the database
 * knows it and gets its name afterwards, so that a start that is killed in between is continued by the next.
 */
export async function separateSuperuser({ paths, connection, say }: Cluster): Promise<void> {
  if (existsSync(paths.superuserPassword)) return;
  const draft = `${paths.superuserPassword}.new`;
  const password = readPassword(draft);
  for (const current of [connection.password, password]) {
    if (await changePassword(asSuperuser(connection, current), password)) {
      renameSync(draft, paths.superuserPassword);
      return;
    }
  }
  rmSync(draft);
  say(`${paths.superuserPassword} is missing: restore it. The database runs without it.`);
}
