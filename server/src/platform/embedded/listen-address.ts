import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Runner } from './command.ts';
import type { EmbeddedPaths } from './paths.ts';
import { findPostmaster } from './postmaster.ts';
import { prepareSocketFolder, socketPort } from './socket-folder.ts';

/** Where the server listens: on a private socket or, on Windows, on a local port. */
export async function chooseListenAddress(
  paths: EmbeddedPaths,
  runner: Runner,
): Promise<{ host: string; port: number }> {
  if (runner.as.owner) return { host: prepareSocketFolder(paths, runner.as.owner), port: socketPort };
  const previousPort = existsSync(paths.port) ? Number(readFileSync(paths.port, 'utf8')) : 0;
  const running = findPostmaster(paths.cluster) !== undefined;
  const port = running
    ? previousPort
    : ((await findFreePort(previousPort)) ?? (await findFreePort(0)) ?? previousPort);
  if (port !== previousPort) writeFileSync(paths.port, String(port), { mode: 0o600 });
  return { host: '127.0.0.1', port };
}

function findFreePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
