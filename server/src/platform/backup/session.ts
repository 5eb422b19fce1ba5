import pg from 'pg';

/** The application name of our sessions. */
export const programName = 'limpid backup';

/** A connection for the duration of the work; cancelling the work closes it in the middle of a statement. */
export async function withSession<T>(
  connection: pg.ClientConfig,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: programName,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // The running statement reports a broken connection.
  client.on('error', () => undefined);
  const cut = () => void client.end();
  signal.addEventListener('abort', cut);
  try {
    signal.throwIfAborted();
    await client.connect();
    return await work(client);
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end();
  }
}
