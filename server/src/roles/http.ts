import type { RunningApp } from './app.ts';
import { serveWeb } from './web.ts';

/** Serves the API and the console; returns the port, which the system chooses for port 0. */
export async function startHttp({ app }: Pick<RunningApp, 'app'>): Promise<number> {
  const { port, host } = app.config;
  await serveWeb(app);
  await app.http.listen({ port, host });
  const address = app.http.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
