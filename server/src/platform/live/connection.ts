import { type ItemKind, type LiveFrame, type LiveReason, liveClose } from '@limpid/contract/live';
import { WebSocket } from 'ws';
import type { LiveScopes } from './audience.rule.ts';
import type { LiveLimits } from './limits.ts';

/** How long a client may take to confirm the close; a client that does not read never would. */
const closeTimeoutMs = 2000;

interface LiveSession {
  tokenHash: Buffer;
  userId: number;
  ownDeptId: number | null;
  scopes: LiveScopes;
}

/** One socket, and what is known about its client. */
export interface LiveSocket {
  readonly socket: WebSocket;
  readonly address: string;
  readonly deptId: number;
  session: LiveSession | undefined;
  topics: ReadonlySet<string>;
  /** The items it subscribes to one by one. */
  items: ReadonlyMap<ItemKind, Int32Array>;
  /** Its subscriptions have changed since the last list of item changes, so recent changes must be sent again. */
  needsRecent: boolean;
  /** Messages held back while the client catches up: they follow the older ones. */
  queued: string[] | undefined;
  /** Number of unanswered pings. */
  unanswered: number;
  /** Messages that the client may still send, and when that was computed. */
  allowance: { left: number; at: number };
  /** Requests of a client are served one after another. */
  work: Promise<void>;
}

export function makeLiveConnection(
  socket: WebSocket,
  { address, deptId }: { address: string; deptId: number },
  limits: LiveLimits,
): LiveSocket {
  return {
    socket,
    address,
    deptId,
    session: undefined,
    topics: new Set(),
    items: new Map(),
    needsRecent: false,
    queued: undefined,
    unanswered: 0,
    allowance: { left: limits.messagesPerSecond, at: performance.now() },
    work: Promise.resolve(),
  };
}

export function isOpen({ socket }: LiveSocket): boolean {
  return socket.readyState === WebSocket.OPEN;
}

export function closeConnection({ socket }: LiveSocket, reason: LiveReason): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.close(liveClose[reason], reason);
  setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
}

/** Sends a message, or closes the connection if too much is buffered already. */
export function sendText(connection: LiveSocket, text: string, limits: LiveLimits): void {
  if (!isOpen(connection)) return;
  const { socket, queued } = connection;
  const isFull = queued
    ? queued.length >= limits.waitingMessages
    : socket.bufferedAmount > limits.waitingBytes;
  if (isFull) closeConnection(connection, 'slow');
  else if (queued) queued.push(text);
  else socket.send(text);
}

/** Sends messages older than the held-back ones, at the pace of the client. */
export function sendAtPace({ socket }: LiveSocket, text: string): Promise<void> {
  return new Promise((done) => socket.send(text, () => done()));
}

export function sendFrame(connection: LiveSocket, frame: LiveFrame, limits: LiveLimits): void {
  sendText(connection, JSON.stringify(frame), limits);
}

/** Allows a second's worth of messages at once, then the granted rate (token bucket). */
export function consumeMessage({ allowance }: LiveSocket, limits: LiveLimits): boolean {
  const now = performance.now();
  const granted = ((now - allowance.at) / 1000) * limits.messagesPerSecond;
  allowance.left = Math.min(allowance.left + granted, limits.messagesPerSecond) - 1;
  allowance.at = now;
  return allowance.left >= 0;
}
