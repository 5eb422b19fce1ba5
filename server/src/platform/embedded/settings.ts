import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** The server's settings, passed on its command line so that every start uses the current ones. */
export function listSettings(durable: boolean, place: { socket: string; port: number }): string[] {
  const settings: Record<string, string> = {
    ...(place.socket
      ? { listen_addresses: '', unix_socket_directories: place.socket, unix_socket_permissions: '0700' }
      : { listen_addresses: '127.0.0.1' }),
    port: String(place.port),
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: `${durable ? chooseBufferSize() : 128}MB`,
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(durable
      ? { synchronous_commit: 'on' }
      : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A quarter of the memory this process may use, from 128 MB to 2 GB. */
export function chooseBufferSize(
  memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()),
): number {
  return Math.round(Math.min(2048, Math.max(128, memory / megabyte / 4)));
}
