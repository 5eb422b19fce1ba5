import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError, ownServerHint, readErrorCode } from './launch-error.ts';

/** All files and folders of the launcher in the data folder. */
export interface EmbeddedPaths {
  dataDir: string;
  cluster: string;
  /** A cluster that is being created; renamed to `cluster` once it is complete. */
  unfinished: string;
  /** Password of the application's role. */
  password: string;
  /** Password of the superuser, which only the launcher uses. */
  superuserPassword: string;
  owner: string;
  log: string;
  /** The port on Windows, which has no private socket. */
  port: string;
  socket: string;
  /** Library links for a package folder that is read-only. */
  links: string;
  /** A copy of the binaries, for a database account that cannot reach the package folder. */
  binaries: string;
}

export function openDataDir(dataDir: string): EmbeddedPaths {
  try {
    // Others may pass through the folder but not list it: as root, the database runs as another account.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LaunchError(
      `The data folder ${dataDir} cannot be used (${readErrorCode(error)}): set DATA_DIR to a folder that can be written to, ${ownServerHint}.`,
    );
  }
  // The resolved path, so that a second start through a symbolic link finds the same locks.
  const real = realpathSync(dataDir);
  return {
    dataDir: real,
    cluster: join(real, 'postgres'),
    unfinished: join(real, 'postgres-unfinished'),
    password: join(real, 'postgres.password'),
    superuserPassword: join(real, 'postgres.superuser-password'),
    owner: join(real, 'postgres.owner'),
    log: join(real, 'postgres.log'),
    port: join(real, 'postgres.port'),
    socket: join(real, 'postgres-socket'),
    links: join(real, 'postgres-links'),
    binaries: join(real, 'postgres-binaries'),
  };
}
