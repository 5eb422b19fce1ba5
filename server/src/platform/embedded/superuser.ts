import { existsSync, renameSync, rmSync } from 'node:fs';
import { asSuperuser, changeSuperuserPassword, type EmbeddedConnection } from './access.ts';
import { readOrCreatePassword } from './cluster.ts';
import type { EmbeddedPaths } from './paths.ts';

interface Cluster {
  paths: EmbeddedPaths;
  connection: EmbeddedConnection;
  onProgress: (line: string) => void;
}

/** The superuser login of the launcher. In a cluster of an earlier release it still has the application's password. */
export function makeSuperuserConnection(
  paths: EmbeddedPaths,
  connection: EmbeddedConnection,
): EmbeddedConnection {
  const hasPassword = existsSync(paths.superuserPassword);
  return asSuperuser(
    connection,
    hasPassword ? readOrCreatePassword(paths.superuserPassword) : connection.password,
  );
}

/**
 * Gives the superuser of a cluster of an earlier release its own password. The password is written to a draft file
 * before the database knows it and the file is renamed afterwards, so that the next start can continue a killed one.
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
