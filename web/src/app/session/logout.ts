import { logout } from '@limpid/contract/system/session';
import { call } from '../../api/call.ts';
import { closeLive } from '../../api/live/live.ts';
import { readStoredToken } from '../../lib/token.ts';
import { clearSession } from './session-loader.ts';

/** Ends the session on the server and, whatever it responds, in this browser. */
export async function logoutAndReload(): Promise<void> {
  closeLive();
  if (readStoredToken()) await call(logout, { quiet: true, identify: true }).catch(() => undefined);
  clearSession();
  location.reload();
}
