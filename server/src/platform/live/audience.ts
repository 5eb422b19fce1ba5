import type { LiveReason } from '@limpid/contract/live';
import { type DepartmentLineage, mayReceive, readTopicKind, splitTopics } from './audience.rule.ts';
import { closeConnection, isOpen, type LiveSocket, sendFrame, sendText } from './connection.ts';
import type { LiveLimits } from './limits.ts';

const maxUnanswered = 2;
const closeTimeoutMs = 500;
/** The protocol's close code for a server that will be back. */
const restart = 1012;

interface Delivery {
  deptId: number;
  topic: string;
  payload: unknown;
  path: DepartmentLineage;
  seq?: number;
  kept?: boolean;
}

interface PersonalMessage {
  to: number | 'everybody';
  topic: string;
  payload: unknown;
}

/** All connections of this process, indexed by their subscriptions. */
export interface Audience {
  connections: ReadonlySet<LiveSocket>;
  count(): number;
  countWhere(test: (connection: LiveSocket) => boolean): number;
  add(connection: LiveSocket): void;
  remove(connection: LiveSocket): void;
  show(connection: LiveSocket, topics: readonly string[]): void;
  deliver(message: Delivery): void;
  /** Sends a message to one user, or to all. */
  notify(message: PersonalMessage): void;
  /** The number of the last stored message that was delivered. */
  position(): number;
  closeAll(reason: LiveReason): void;
  /** Pings every connection, and closes those that have not answered twice. */
  ping(): void;
  /** Closes all connections without letting a client delay the end of the process. */
  closeForRestart(): void;
}

export function openAudience(limits: LiveLimits, lastSeq: number): Audience {
  const connections = new Set<LiveSocket>();
  const showing = new Map<string, Set<LiveSocket>>();
  let position = lastSeq;

  function show(connection: LiveSocket, topics: readonly string[]): void {
    for (const topic of connection.topics) {
      const others = showing.get(topic);
      others?.delete(connection);
      if (others?.size === 0) showing.delete(topic);
    }
    const { named, items } = splitTopics(topics);
    connection.topics = new Set(named);
    connection.items = items;
    connection.needsRecent = true;
    for (const topic of connection.topics) {
      const others = showing.get(topic) ?? new Set();
      showing.set(topic, others.add(connection));
    }
  }

  return {
    connections,
    count: () => connections.size,
    countWhere(test) {
      let count = 0;
      for (const connection of connections) if (test(connection)) count += 1;
      return count;
    },
    add: (connection) => void connections.add(connection),
    remove(connection) {
      show(connection, []);
      connections.delete(connection);
    },
    show,
    deliver({ deptId, topic, payload, path, seq, kept }) {
      if (seq !== undefined) position = seq;
      const listeners = new Set([
        ...(showing.get(topic) ?? []),
        ...(showing.get(readTopicKind(topic)) ?? []),
      ]);
      if (listeners.size === 0) return;
      const text = JSON.stringify({ kind: 'message', topic, deptId, ...(kept && { seq }), payload });
      for (const connection of listeners) {
        const { session, deptId: listensAt } = connection;
        if (session && mayReceive({ ...session, deptId: listensAt }, { topic, path })) {
          sendText(connection, text, limits);
        }
      }
    },
    notify({ to, topic, payload }) {
      const text = JSON.stringify({ kind: 'message', topic, payload });
      for (const connection of showing.get(topic) ?? []) {
        const { session } = connection;
        if (session && (to === 'everybody' || session.userId === to)) sendText(connection, text, limits);
      }
    },
    position: () => position,
    closeAll(reason) {
      for (const connection of connections) closeConnection(connection, reason);
    },
    ping() {
      for (const connection of connections) {
        if (connection.unanswered >= maxUnanswered) connection.socket.terminate();
        else if (isOpen(connection)) {
          connection.unanswered += 1;
          connection.socket.ping();
          sendFrame(connection, { kind: 'beat' }, limits);
        }
      }
    },
    closeForRestart() {
      for (const { socket } of connections) socket.close(restart, 'restart');
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate();
      }, closeTimeoutMs).unref();
    },
  };
}
