import { mayHear } from './audience.rule.ts';
import { type Connection, isOpen, sendAtPace, sendText } from './connection.ts';
import type { LiveContext } from './context.ts';
import { listMissed, readCounter } from './live.store.ts';

/** Sends what was stored while the client was away, in order, before anything newer. */
export async function catchUp(
  { db, audience, limits }: LiveContext,
  connection: Connection,
  since: number,
): Promise<void> {
  const { session, deptId, topics } = connection;
  if (!session) return;
  const upTo = audience.position();
  const limit = limits.caughtUp + 1;
  connection.held = [];
  const missed = await listMissed(db, { since, upTo, deptId, topics, scopes: session.scopes, limit });
  const { forgottenSeq } = await readCounter(db);
  const complete = missed.length < limit && since >= forgottenSeq;
  for (const { seq, topic, payload, line, deptId: from } of missed.slice(-limits.caughtUp)) {
    if (!isOpen(connection)) return;
    if (!mayHear({ deptId, scopes: session.scopes }, { topic, line })) continue;
    await sendAtPace(connection, JSON.stringify({ kind: 'message', topic, deptId: from, seq, payload }));
  }
  await sendAtPace(connection, JSON.stringify({ kind: 'caughtUp', seq: upTo, complete }));
  const { held } = connection;
  connection.held = undefined;
  for (const text of held) sendText(connection, text, limits);
}
