import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError, ownServerHint, readErrorCode } from './launch-error.ts';

/** Everything the launcher keeps in the data folder. */
export interface EmbeddedPaths {
  dataDir: string;
  cluster: string;
  /** A cluster that is still being made; renamed to `cluster` once it is whole. */
  unfinished: string;
  /** Of the role that the application uses. */
  password: string;
  /** Of the superuser, whom only the launcher needs. */
  superuserPassword: string;
  owner: string;
  log: string;
  /** Where Windows, which has no private socket, remembers its port. */
  port: string;
  socket: string;
  /** Library links for a package folder that cannot be written to. */
  links: string;
  /** A copy of the binaries, for when the database user cannot reach the package folder. */
  binaries: string;
}

export function openDataDir(dataDir: string): EmbeddedPaths {
  try {
    // Others may pass through and not look: as root, the database runs as another user.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new LaunchError(
      `The data folder ${dataDir} cannot be used (${readErrorCode(error)}): set DATA_DIR to a folder that can be written to, ${ownServerHint}.`,
    );
  }
  // One spelling, so that a second start through a symbolic link meets the same locks.
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
