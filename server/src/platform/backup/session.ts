import pg from 'pg';

/** How our sessions call themselves. */
export const programName = 'limpid backup';

/** A connection for as long as the work takes; cut in the middle of a statement when it is called off. */
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
  // A broken connection is reported by the statement that was under way.
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
