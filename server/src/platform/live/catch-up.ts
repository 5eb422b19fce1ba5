import { mayReceive } from './audience.rule.ts';
import { isOpen, type LiveSocket, sendAtPace, sendText } from './connection.ts';
import type { LiveContext } from './context.ts';
import { listMissed, readCounter } from './live.store.ts';

/** Sends the messages stored while the client was away, in order, before anything newer. */
export async function catchUp(
  { db, audience, limits }: LiveContext,
  connection: LiveSocket,
  since: number,
): Promise<void> {
  const { session, deptId, topics } = connection;
  if (!session) return;
  const upTo = audience.position();
  const limit = limits.caughtUp + 1;
  connection.queued = [];
  const listener = { deptId, ownDeptId: session.ownDeptId, scopes: session.scopes };
  const missed = await listMissed(db, { since, upTo, topics, listener, limit });
  const { forgottenSeq } = await readCounter(db);
  const complete = missed.length < limit && since >= forgottenSeq;
  for (const { seq, topic, payload, path, deptId: from } of missed.slice(-limits.caughtUp)) {
    if (!isOpen(connection)) return;
    if (!mayReceive(listener, { topic, path })) continue;
    await sendAtPace(connection, JSON.stringify({ kind: 'message', topic, deptId: from, seq, payload }));
  }
  await sendAtPace(connection, JSON.stringify({ kind: 'caughtUp', seq: upTo, complete }));
  const { queued } = connection;
  connection.queued = undefined;
  for (const text of queued) sendText(connection, text, limits);
}
