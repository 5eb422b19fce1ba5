import type { App } from '../platform/app.ts';
import { removeExpiredSessions } from '../platform/auth/sessions.store.ts';
import { runInBackground } from '../platform/background.ts';

const everyMs = 10 * 60_000;

/** Sweeps out what has expired. Several processes may do it at once; each row goes once. */
export function scheduleCleaning(app: App): () => void {
  const clean = async () => {
    await removeExpiredSessions(app.db, app.clock);
    await app.downloads.removeExpired();
    for (const sweep of app.cleaners) await sweep();
  };
  const timer = setInterval(() => runInBackground(app, clean), everyMs);
  return () => clearInterval(timer);
}
