import { existsSync, renameSync, rmSync } from 'node:fs';
import { asSuperuser, changeSuperuserPassword, type EmbeddedConnection } from './access.ts';
import { readOrCreatePassword } from './cluster.ts';
import type { EmbeddedPaths } from './paths.ts';

interface Cluster {
  paths: EmbeddedPaths;
  connection: EmbeddedConnection;
  onProgress: (line: string) => void;
}

/** How the launcher gets in as superuser. In a cluster of an earlier release that is still the application's password. */
export function makeSuperuserConnection(
  paths: EmbeddedPaths,
  connection: EmbeddedConnection,
): EmbeddedConnection {
  const known = existsSync(paths.superuserPassword);
  return asSuperuser(connection, known ? readOrCreatePassword(paths.superuserPassword) : connection.password);
}

/**
 * Gives the superuser of a cluster of an earlier release a password of its own. It is in a draft before the database
 * knows it and gets its name afterwards, so that a start that is killed in between is continued by the next.
 */
export async function ensureSuperuserPassword({ paths, connection, onProgress }: Cluster): Promise<void> {
  if (existsSync(paths.superuserPassword)) return;
  const draft = `${paths.superuserPassword}.new`;
  const password = readOrCreatePassword(draft);
  for (const current of [connection.password, password]) {
    if (await changeSuperuserPassword(asSuperuser(connection, current), password)) {
      renameSync(draft, paths.superuserPassword);
      return;
    }
  }
  rmSync(draft);
  onProgress(`${paths.superuserPassword} is missing: restore it. The database runs without it.`);
}
