import { type LiveReason, liveSwitch } from '@limpid/contract/live';
import { findCallersWithoutRenewal } from '../auth/sessions.store.ts';
import { hashToken } from '../auth/tokens.ts';
import { mayListen, readScopes } from './audience.rule.ts';
import { closeConnection, type LiveSocket, sendFrame } from './connection.ts';
import type { LiveContext } from './context.ts';

/** Why this connection may not stay; otherwise sets its session. */
export async function admit(
  context: LiveContext,
  connection: LiveSocket,
  token: string,
): Promise<LiveReason | undefined> {
  const { pool, clock, parameters, limits, audience, findDepartmentPath } = context;
  if ((await parameters.get(liveSwitch)) === 'false') return 'off';
  const tokenHash = hashToken(token);
  const caller = (await findCallersWithoutRenewal(pool, clock, [tokenHash])).get(tokenHash.toString('hex'));
  if (!caller) return 'session';
  const scopes = readScopes(caller);
  const listener = { scopes, ownDeptId: caller.deptId };
  if (caller.mustChangePassword || caller.isPasswordExpired) return 'forbidden';
  if (!mayListen(listener, await findDepartmentPath(connection.deptId))) return 'forbidden';
  const { userId } = caller;
  if (audience.countWhere(({ session }) => session?.userId === userId) >= limits.perPerson) return 'tooMany';
  connection.session = { tokenHash, userId, ownDeptId: caller.deptId, scopes };
  sendFrame(connection, { kind: 'ready', seq: audience.position() }, limits);
  return undefined;
}

/** Checks again which connections may stay, and what they may receive. */
export async function recheckSessions({
  pool,
  clock,
  parameters,
  audience,
  findDepartmentPath,
}: LiveContext): Promise<void> {
  if ((await parameters.get(liveSwitch)) === 'false') return audience.closeAll('off');
  const sessions = [...audience.connections].flatMap(({ session }) => session ?? []);
  const tokenHashes = new Set(sessions.map(({ tokenHash }) => tokenHash));
  if (tokenHashes.size === 0) return;
  const callers = await findCallersWithoutRenewal(pool, clock, [...tokenHashes]);
  for (const connection of audience.connections) {
    const { session, deptId } = connection;
    // Connections opened meanwhile were checked just now.
    if (!session || !tokenHashes.has(session.tokenHash)) continue;
    const caller = callers.get(session.tokenHash.toString('hex'));
    if (!caller) closeConnection(connection, 'session');
    else {
      session.scopes = readScopes(caller);
      session.ownDeptId = caller.deptId;
      const listener = { scopes: session.scopes, ownDeptId: caller.deptId };
      const isDue = caller.mustChangePassword || caller.isPasswordExpired;
      if (isDue || !mayListen(listener, await findDepartmentPath(deptId)))
        closeConnection(connection, 'forbidden');
    }
  }
}
