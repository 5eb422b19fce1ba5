import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase, query } from './fixtures/database.ts';
import { port, publishDataDir, publishGatewayPort } from './fixtures/server.ts';
import { startMain } from './fixtures/start-main.ts';

/** Starts the real server with its embedded database on an empty data directory, for the whole run. */
export default async function startTestServer(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-e2e-'));
  publishDataDir(dataDir);
  const { output, stop } = await startMain({
    DATA_DIR: dataDir,
    PORT: String(port),
    GATEWAY_PORT: '0',
    // Mail and webhooks go to receivers of the tests.
    OUTBOUND_ALLOW: '127.0.0.1/32',
  });
  publishGatewayPort(output);
  await discardSharedChoices();
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Parallel tests share the administrator, so preferences saved by one test must not affect the others. */
async function discardSharedChoices(): Promise<void> {
  await query(`create function leave_out() returns trigger language plpgsql as 'begin return null; end'`);
  await query(
    `create trigger leave_out before insert on user_choice for each row when (new.user_id = 1)
     execute function leave_out()`,
  );
  await closeDatabase();
}
